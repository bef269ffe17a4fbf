"""A real language model behind a real OpenAI-compatible server: `transformers serve`, with a model made here."""

import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request

import pytest

from askew.core.errors import SystemFailure
from askew.core.records import Failure, Item
from askew.systems import open_system

pytest.importorskip("torch")
transformers = pytest.importorskip("transformers")
pytest.importorskip("fastapi", reason="needs transformers[serving]")
pytest.importorskip("uvicorn", reason="needs transformers[serving]")

PAIRS = {
    "The clerk wrote a letter.": "La empleada escribió una carta.",
    "The baker sold six loaves.": "La panadera vendió seis panes.",
}
ENDLESS = "Never stop."
ITEMS = [Item(str(number), source) for number, source in enumerate([*PAIRS, ENDLESS])]
PROMPT = "Into {language}: {text}"


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    """A small Llama that has learnt two sentences, and one answer that does not end."""
    import torch
    from tokenizers import Tokenizer
    from tokenizers.decoders import ByteLevel as Decoder
    from tokenizers.models import BPE
    from tokenizers.pre_tokenizers import ByteLevel
    from tokenizers.trainers import BpeTrainer

    torch.set_num_threads(1)
    folder = tmp_path_factory.mktemp("llama") / "toy"
    answers = [*PAIRS.values(), "otra vez " * 20]
    lines = [PROMPT.format(language="Spanish", text=item.source) for item in ITEMS]
    raw = Tokenizer(BPE())
    raw.pre_tokenizer, raw.decoder = ByteLevel(add_prefix_space=False), Decoder()
    trainer = BpeTrainer(
        vocab_size=500, special_tokens=["<end>", "<pad>"], initial_alphabet=ByteLevel.alphabet(), show_progress=False
    )
    raw.train_from_iterator([*lines, *answers], trainer)
    tokenizer = transformers.PreTrainedTokenizerFast(tokenizer_object=raw, eos_token="<end>", pad_token="<pad>")
    tokenizer.chat_template = "{% for message in messages %}{{ message['content'] + '\\n' }}{% endfor %}"
    tokenizer.save_pretrained(folder)
    torch.manual_seed(1)
    config = transformers.LlamaConfig(
        vocab_size=len(tokenizer), hidden_size=64, intermediate_size=128, num_hidden_layers=2, num_attention_heads=4,
        max_position_embeddings=256, eos_token_id=0, pad_token_id=1, bos_token_id=None,
    )  # fmt: skip
    llama = transformers.LlamaForCausalLM(config)
    examples = [
        (tokenizer(line + "\n")["input_ids"], tokenizer(answer)["input_ids"] + [0])
        for line, answer in zip(lines, answers, strict=True)
    ]
    length = max(len(asked) + len(given) for asked, given in examples)
    tokens = torch.tensor([(asked + given + [1] * length)[:length] for asked, given in examples])
    labels = torch.tensor([([-100] * len(asked) + given + [-100] * length)[:length] for asked, given in examples])
    optimiser = torch.optim.Adam(llama.parameters(), lr=3e-3)
    for _ in range(80):
        optimiser.zero_grad()
        llama(input_ids=tokens, attention_mask=(tokens != 1).long(), labels=labels).loss.backward()
        optimiser.step()
    llama.eval().save_pretrained(folder)
    return folder


@pytest.fixture(scope="module")
def server(model):
    """The server's address."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    words = [
        sys.executable,
        "-m",
        "transformers.cli.transformers",
        "serve",
        "--host",
        "127.0.0.1",
        "--port",
        str(port),
        "--device",
        "cpu",
    ]
    environment = os.environ | {"HF_HUB_OFFLINE": "1", "OMP_NUM_THREADS": "1"}
    with subprocess.Popen(
        [*words, model], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    ) as process:
        try:
            while True:
                try:
                    with urllib.request.urlopen(f"http://127.0.0.1:{port}/health"):
                        break
                except (urllib.error.URLError, ConnectionError):
                    if process.poll() is not None:
                        pytest.fail(process.stderr.read().decode())
                    time.sleep(0.2)
            yield f"http://127.0.0.1:{port}/v1"
        finally:
            process.terminate()
            process.communicate()


def test_a_real_model_behind_a_real_server(model, server):
    options = {"prompt": PROMPT, "max_tokens": 30, "retries": 1, "backoff": 0.1}
    system = open_system(f"openai:{model}@{server}", options, target="es")
    *outputs, endless = list(system.answer(ITEMS))
    assert [output.text for output in outputs] == list(PAIRS.values())
    assert all(output.tokens_in > 3 and output.tokens_out > 3 for output in outputs)
    assert endless == Failure("2", "a translation cut off after max_tokens=30")
    with pytest.raises(SystemFailure, match="HTTP 404"):
        list(open_system(f"openai:{model}@{server}/elsewhere", options, target="es").answer(ITEMS[:1]))
