"""Translation services that can't be had, by their published protocols: what each answers, and the keys they take."""

KEY_VARIABLES = (
    "OPENAI_API_KEY",
    "OPENAI_BASE_URL",
    "DEEPL_AUTH_KEY",
    "DEEPL_API_KEY",
    "GOOGLE_API_KEY",
    "GOOGLE_ACCESS_TOKEN",
    "LIBRETRANSLATE_API_KEY",
)


def translated(text, target="es"):
    return f"«{target}» {text}"


def openai_answer(texts, model="toy", tokens=(9, 4)):
    choice = {"index": 0, "message": {"role": "assistant", "content": texts[0]}, "finish_reason": "stop"}
    usage = dict(zip(("prompt_tokens", "completion_tokens"), tokens, strict=True))
    return {"object": "chat.completion", "model": model, "choices": [choice], "usage": usage}


def libretranslate_answer(texts):
    return {"translatedText": texts}


def deepl_answer(texts):
    return {"translations": [{"detected_source_language": "EN", "text": text} for text in texts]}


def google_answer(texts):
    return {"data": google_v3_answer(texts)}


def google_v3_answer(texts):
    return {"translations": [{"translatedText": text} for text in texts]}
