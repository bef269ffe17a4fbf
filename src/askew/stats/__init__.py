"""How sure a number is. ``resample`` draws, ``inference`` gives intervals, p-values and corrections.

Everything works on arrays of counts (rows × columns) and clusters (a code per row); nothing here knows a suite.
"""
