"""8-bit and packed layers, beside the plain ones; all weights as one vector."""

import warnings

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import nn

from askew.neural.decoding.packed import PackedLinear, pack
from askew.neural.decoding.quantise import PackedInt8Linear, PlainInt8Linear, int8_linear, quantise
from askew.neural.decoding.search import SearchConfig, translate
from askew.neural.training.weights import Weights

from .conftest import random_model


def example(rows, inputs, outputs, bias, seed=1):
    generator = torch.Generator().manual_seed(seed)
    x = torch.randn(rows, inputs, generator=generator)
    weight = torch.randn(outputs, inputs, generator=generator) / inputs**0.5
    return x, weight, torch.randn(outputs, generator=generator) if bias else None


shapes = {
    "rows": st.integers(1, 9),
    "inputs": st.integers(1, 8).map(lambda n: 8 * n),
    "outputs": st.integers(1, 8).map(lambda n: 8 * n),
    "bias": st.booleans(),
    "seed": st.integers(0, 99),
}


@settings(max_examples=30)
@given(**shapes)
def test_packed_layer_is_the_linear_layer(rows, inputs, outputs, bias, seed):
    x, weight, b = example(rows, inputs, outputs, bias, seed)
    layer, wanted = PackedLinear(weight, b), torch.nn.functional.linear(x, weight, b)
    torch.testing.assert_close(layer(x), wanted, atol=1e-5, rtol=1e-5)
    torch.testing.assert_close(layer(x[None]), wanted[None], atol=1e-5, rtol=1e-5)


@settings(max_examples=30)
@given(**shapes)
def test_int8_layers_are_close_to_float_and_to_each_other(rows, inputs, outputs, bias, seed):
    x, weight, b = example(rows, inputs, outputs, bias, seed)
    wanted = torch.nn.functional.linear(x, weight, b)
    # Half a step of 127 (255) on either side of a product, for each of the inputs: what rounding can cost at most.
    steps = x.abs().amax() * weight.abs().amax() * inputs / 127
    for layer in (PlainInt8Linear(weight, b), PackedInt8Linear(weight, b)):
        assert layer(x).shape == wanted.shape
        assert (layer(x) - wanted).abs().max() <= 1.01 * steps + 1e-5
        assert layer(x[None]).shape == (1, *wanted.shape)


def test_int8_layers_are_close_where_there_are_many_inputs():
    """Errors of rounding cancel out: relative to the outputs they are of the order of a percent."""
    x, weight, b = example(16, 512, 256, bias=True)
    wanted = torch.nn.functional.linear(x, weight, b)
    for layer in (PlainInt8Linear(weight, b), PackedInt8Linear(weight, b)):
        assert (layer(x) - wanted).norm() < 0.03 * wanted.norm()


def test_a_matrix_of_zeros_stays_one():
    for kind in (PlainInt8Linear, PackedInt8Linear):
        assert kind(torch.zeros(8, 8), None)(torch.randn(2, 8)).eq(0).all()
        assert torch.isfinite(kind(torch.randn(8, 8), None)(torch.zeros(2, 8))).all()


def test_torchs_deprecation_is_not_passed_on():
    """The tests turn warnings into errors, but torch tells this one only once a process: hear it again."""
    torch._C._set_warnAlways(True)
    try:
        with warnings.catch_warnings(record=True) as heard:
            warnings.simplefilter("always")
            int8_linear(torch.randn(8, 8), None)
    finally:
        torch._C._set_warnAlways(False)
    assert not heard


def test_without_torchs_kernels_the_plain_layer_steps_in(monkeypatch):
    monkeypatch.delattr(torch, "quantize_per_channel")
    assert isinstance(int8_linear(torch.randn(8, 8), None), PlainInt8Linear)


def test_without_onednn_the_model_stays_plain(monkeypatch):
    monkeypatch.setattr(torch.backends.mkldnn, "is_available", lambda: False)
    model = random_model()
    assert pack(model) is model


@pytest.mark.parametrize("attention", ["mha", "aan"])
def test_quantised_model_is_a_copy_without_a_float_layer(attention):
    model = random_model(attention=attention, averaged_ffn=attention == "aan")
    before = {name: tensor.clone() for name, tensor in model.state_dict().items()}
    for prepared in (quantise(model), pack(model)):
        assert not any(isinstance(module, torch.nn.Linear) for module in prepared.modules())
        translate(prepared, torch.tensor([[5, 6, 3]]), SearchConfig(beam=2, max_length=5))
    assert all(torch.equal(before[name], tensor) for name, tensor in model.state_dict().items())
    with torch.inference_mode():
        source = torch.tensor([[5, 9, 12, 3]])
        exact, rounded = model.encode(source, None), quantise(model).encode(source, None)
    assert (exact - rounded).norm() < 0.1 * exact.norm()


def test_all_weights_as_one_vector_are_still_the_models():
    """Also those whose number is no multiple of the alignment; what fills up stays 0 and is not counted."""
    model = nn.Sequential(nn.Linear(5, 3), nn.Linear(3, 70, bias=False), nn.LayerNorm(70))
    before = {name: parameter.clone() for name, parameter in model.named_parameters()}
    weights = Weights(model, low_precision=True)
    assert weights.count == sum(parameter.numel() for parameter in before.values())
    assert all(torch.equal(weights.named(model)[name], parameter) for name, parameter in before.items())
    assert all(parameter.data_ptr() % 16 == 0 for parameter in model.parameters())
    model.to(torch.bfloat16)(torch.ones(2, 5, dtype=torch.bfloat16)).square().sum().backward()
    weights.exact.add_(weights.gradient, alpha=-0.5)
    weights.publish()
    for name, parameter in model.named_parameters():
        wanted = (before[name] - 0.5 * parameter.grad.float()).bfloat16()
        torch.testing.assert_close(parameter.data, wanted)
    assert int((weights.gradient != 0).sum()) <= weights.count
