"""The speech model's shapes, masks and penalties; decoding against the pass over all positions."""

import math

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from askew.neural.config import ModelConfig
from askew.neural.decoding.incremental import Decoding
from askew.neural.decoding.packed import pack
from askew.neural.decoding.search import SearchConfig, translate
from askew.neural.speech.config import SpeechConfig
from askew.neural.speech.features import Utterances, real_frames
from askew.neural.speech.model import (
    Attention2D,
    MaskedBatchNorm,
    SpeechTransformer,
    blanked,
    masked_batch_norm,
    shrunk,
)
from askew.neural.vocabulary import START

PENALTIES = ("log", "gauss", "none")


def random_speech_model(seed=1, training=False, **speech):
    """A model whose weights and statistics are random, and larger than training begins with."""
    torch.manual_seed(seed)
    shape = ModelConfig(
        vocabulary=17, width=16, heads=2, feed_forward=32, encoder_layers=2, decoder_layers=2, dropout=0.0,
        max_length=40,
    )  # fmt: skip
    model = SpeechTransformer(
        shape,
        SpeechConfig(**{"channels": 6, "attention_maps": 2, "filters": 10, "frequency_mask_filters": 2, **speech}),
    )
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            if name != "penalty_widths":
                parameter.add_(torch.randn_like(parameter) * (1.0 if name == "embedding.weight" else 0.2))
    for module in model.modules():
        if isinstance(module, MaskedBatchNorm):
            module.mean.normal_()
            module.variance.uniform_(0.5, 2)
    return model.train(training)


def utterances(*lengths, filters=10, seed=2, room=0):
    lengths = torch.tensor(lengths)
    generator = torch.Generator().manual_seed(seed)
    features = torch.randn(len(lengths), int(lengths.max()) + room, filters, generator=generator)
    return Utterances(features * real_frames(lengths, features.shape[1])[..., None], lengths)


def one_of(source, row):
    return Utterances(source.features[row : row + 1, : source.lengths[row]], source.lengths[row : row + 1])


@torch.inference_mode()
@pytest.mark.parametrize("layers", [0, 2])
@pytest.mark.parametrize("filters", [10, 40])
def test_shapes(layers, filters):
    model, source = random_speech_model(attention_2d=layers, filters=filters), utterances(21, 64, filters=filters)
    assert model.mask(source).shape == (2, 1, 1, 16)
    assert model.encode(source, model.mask(source)).shape == (2, 16, 16)
    assert model(source, torch.zeros(2, 5, dtype=torch.long), model.mask(source)).shape == (2, 5, 16)
    assert len([name for name in model.state_dict() if "front.attention" in name and "output.weight" in name]) == layers


@torch.inference_mode()
@pytest.mark.parametrize("penalty", PENALTIES)
def test_a_padded_batch_gives_what_single_utterances_give(penalty):
    model, source = random_speech_model(penalty=penalty), utterances(37, 64, 5, 50, 1, room=9)
    together = model.encode(source, model.mask(source))
    for row in range(len(source)):
        alone = one_of(source, row)
        wanted = model.encode(alone, model.mask(alone))[0]
        assert len(wanted) == shrunk(int(source.lengths[row]))
        torch.testing.assert_close(together[row, : len(wanted)], wanted, atol=1e-5, rtol=1e-5)


@torch.inference_mode()
@settings(max_examples=15)
@given(st.lists(st.integers(1, 70), min_size=1, max_size=4), st.sampled_from(PENALTIES), st.integers(0, 3))
def test_more_padding_changes_nothing(lengths, penalty, room):
    model, source = random_speech_model(penalty=penalty), utterances(*lengths, room=room)
    wider = Utterances(torch.nn.functional.pad(source.features, (0, 0, 0, 12)), source.lengths)
    one, two = (model.encode(heard, model.mask(heard)) for heard in (source, wider))
    kept = real_frames(shrunk(source.lengths), one.shape[1])
    torch.testing.assert_close(one[kept], two[:, : one.shape[1]][kept], atol=1e-5, rtol=1e-5)


def test_the_logarithmic_penalty_is_the_formula():
    model, source = random_speech_model(penalty="log"), utterances(60, 33)
    masks = model.attention_masks(model.mask(source))
    assert len(masks) == 2
    for mask in masks:
        assert mask.shape == (2, 1, 15, 15)
        for i in range(15):
            for j in range(15):
                wanted = -max(0.0, math.log(abs(i - j))) if i != j else 0.0
                assert mask[0, 0, i, j].item() == pytest.approx(wanted, abs=1e-6)
                assert mask[1, 0, i, j].item() == (pytest.approx(wanted, abs=1e-6) if j < 9 else -math.inf)


def test_the_gaussian_penalty_is_the_formula_and_learns_its_widths():
    model, source = random_speech_model(penalty="gauss", training=True), utterances(60, 60)
    with torch.no_grad():
        model.penalty_widths.copy_(torch.tensor([[1.0, 2.0], [5.0, 10.0]]))
    masks = model.attention_masks(model.mask(source))
    for layer in range(2):
        for head in range(2):
            width = model.penalty_widths[layer, head].item()
            wanted = [[-((i - j) ** 2) / (2 * width**2) for j in range(15)] for i in range(15)]
            torch.testing.assert_close(masks[layer][1, head].detach(), torch.tensor(wanted))
    model(source, torch.full((2, 4), START), model.mask(source)).square().sum().backward()
    assert (model.penalty_widths.grad != 0).all()


def test_without_a_penalty_only_padding_is_masked():
    model, source = random_speech_model(penalty="none"), utterances(60, 33)
    for mask in model.attention_masks(model.mask(source)):
        torch.testing.assert_close(mask, model.mask(source))


def shaken(layer):
    """Norms as training might leave them."""
    with torch.no_grad():
        for norm in (module for module in layer.modules() if isinstance(module, MaskedBatchNorm)):
            norm.weight.uniform_(0.5, 2)
            norm.bias.normal_()
            norm.mean.normal_()
            norm.variance.uniform_(0.5, 2)
    return layer


def heard(*lengths, channels=4, bands=3):
    """What a layer of 2D attention is given."""
    lengths = torch.tensor(lengths)
    real = real_frames(lengths, int(lengths.max())).float()[:, None, :, None]
    x = torch.randn(len(lengths), channels, real.shape[2], bands) * real
    return x, real, torch.zeros(real.shape).masked_fill(real == 0, -math.inf).transpose(2, 3)


def normed(norm, x):
    """A batch norm's formula, for C, S, K."""
    scale = norm.weight / (norm.variance + 1e-5).sqrt()
    return (x - norm.mean[:, None, None]) * scale[:, None, None] + norm.bias[:, None, None]


@torch.inference_mode()
def test_2d_attention_is_the_one_described():
    """Every map and utterance on its own, in the plainest way, as the authors of the S-Transformer have it."""
    torch.manual_seed(3)
    layer, maps = shaken(Attention2D(4, 2).eval()), 2
    x, real, mask = heard(5, 3)
    found = layer(x, real, mask)
    for row, length in enumerate((5, 3)):
        parts = layer.query_key_value(x[row : row + 1, :, :length])[0]  # 3·M, S, K
        parts[:maps] /= math.sqrt(4)
        query, key, value = normed(layer.input_norm, parts).relu().chunk(3)
        attended = [(q @ k.T).softmax(-1) @ v for q, k, v in zip(query, key, value, strict=True)]
        attended += [((q.T @ k).softmax(-1) @ v.T).T for q, k, v in zip(query, key, value, strict=True)]
        wanted = normed(layer.output_norm, layer.output(torch.stack(attended)[None])[0]).relu()
        assert wanted.std() > 0.1
        torch.testing.assert_close(found[row, :, :length], wanted, atol=1e-5, rtol=1e-5)
        assert not found[row, :, length:].any()


def test_2d_attention_begins_as_described():
    torch.manual_seed(5)
    layer = Attention2D(64, 4)
    for norm in (layer.input_norm, layer.output_norm):
        assert (norm.weight == 1).all()
        assert (norm.bias == 0).all()
    for convolution, inputs, outputs in ((layer.query_key_value, 64, 12), (layer.output, 8, 64)):
        assert not convolution.bias.any()
        bound = math.sqrt(6 / (9 * (inputs + outputs)))  # Xavier: a uniform distribution
        assert 0.9 * bound < convolution.weight.abs().max() <= bound


def test_2d_attention_drops_weights_of_both_attentions_in_training():
    torch.manual_seed(4)
    layer = Attention2D(4, 2, dropout=0.5)
    places = torch.eye(40)[None, None]  # each place attends to itself alone: dropped weights are 0, kept ones doubled
    for mask in (None, torch.zeros(1, 1, 1, 40)):
        kept = layer.attend(places * 1e4, places, places, mask).diagonal(dim1=2, dim2=3)
        assert set(kept.flatten().tolist()) == {0.0, 2.0}
    layer.eval()
    torch.testing.assert_close(layer.attend(places * 1e4, places, places, None), places)


def test_the_front_end_drops_and_rectifies():
    model, source = random_speech_model(training=True), utterances(64)
    assert model.front.dropout.p == 0.1  # at least, whatever the model's
    one, two = (model.front(source.features, source.lengths, model.mask(source)) for _ in range(2))
    assert not torch.equal(one, two)
    assert (one >= 0).all()
    assert (one == 0).any()
    model.eval()
    one, two = (model.front(source.features, source.lengths, model.mask(source)) for _ in range(2))
    assert torch.equal(one, two)


def test_batch_norm_counts_what_is_real_and_keeps_statistics():
    norm = MaskedBatchNorm(3).train()
    with torch.no_grad():
        norm.weight.uniform_(0.5, 2)
        norm.bias.normal_()
    real = real_frames(torch.tensor([4, 2]), 4).float()[:, None, :, None]
    x = torch.randn(2, 3, 4, 5)
    found = norm(x, real)
    rows = torch.cat([x[0], x[1, :, :2]], dim=1)  # C, 6, 5: what is real
    plain = torch.nn.BatchNorm2d(3, momentum=0.1)
    plain.load_state_dict({"weight": norm.weight, "bias": norm.bias}, strict=False)
    wanted = plain(rows[None])[0]
    torch.testing.assert_close(torch.cat([found[0], found[1, :, :2]], dim=1), wanted, atol=1e-5, rtol=1e-5)
    assert not found[1, :, 2:].any()
    torch.testing.assert_close(norm.mean, plain.running_mean)
    variance = rows.var(dim=(1, 2), correction=0)
    torch.testing.assert_close(norm.variance, 0.9 + 0.1 * variance)
    norm.eval()
    shown = torch.nn.functional.batch_norm(x, norm.mean, norm.variance, norm.weight, norm.bias) * real
    torch.testing.assert_close(norm(x, real), shown, atol=1e-5, rtol=1e-5)


def test_padding_has_no_gradient():
    x = torch.randn(2, 3, 4, 5, requires_grad=True)
    real = real_frames(torch.tensor([4, 2]), 4).float()[:, None, :, None]
    y, _, _ = masked_batch_norm(x, real, torch.ones(3), torch.zeros(3))
    y.pow(3).sum().backward()
    assert x.grad[0].any()
    assert not x.grad[1, :, 2:].any()


@torch.inference_mode()
@pytest.mark.parametrize("penalty", PENALTIES)
@pytest.mark.parametrize("prepare", [lambda model: model, pack], ids=["plain", "packed"])
def test_steps_equal_the_full_pass(penalty, prepare):
    model, source = random_speech_model(penalty=penalty), utterances(37, 64, 20)
    said = torch.randint(4, 17, (3, 12), generator=torch.Generator().manual_seed(4))
    decoding = Decoding(prepare(model), source, width=1)
    steps = torch.stack([decoding.step(said[:, at]) for at in range(12)], dim=1)
    torch.testing.assert_close(steps, model.logits(model(source, said, model.mask(source))), atol=2e-4, rtol=1e-4)


@torch.inference_mode()
@pytest.mark.parametrize("beam", [1, 3])
def test_a_search_finds_the_same_in_any_company(beam):
    model, source = pack(random_speech_model()), utterances(37, 64, 20, 41)
    config = SearchConfig(beam=beam, max_length=12)
    together = translate(model, source, config)
    assert together == [translate(model, one_of(source, row), config)[0] for row in range(4)]


@settings(max_examples=20)
@given(st.integers(0, 3), st.integers(0, 3), st.integers(0, 99))
def test_masks_of_training_are_as_wide_as_said(time_masks, frequency_masks, seed):
    torch.manual_seed(seed)
    config = SpeechConfig(
        filters=20,
        time_masks=time_masks,
        time_mask_seconds=0.1,
        frequency_masks=frequency_masks,
        frequency_mask_filters=4,
    )
    lengths = torch.tensor([100, 30])
    hidden = blanked(torch.ones(2, 100, 20), lengths, config) == 0
    frames, filters = hidden.all(dim=2), hidden.all(dim=1)
    assert frames[0].sum() <= 10 * time_masks  # 0.1 s
    assert frames[1].sum() <= 6 * time_masks  # a fifth of it
    assert not frames[1, 30:].any()
    assert (filters.sum(dim=1) <= 4 * frequency_masks).all()
    assert torch.equal(hidden, frames[:, :, None] | filters[:, None, :])


def test_masks_are_of_training_alone():
    model, source = random_speech_model(time_masks=3, frequency_masks=2), utterances(64)
    torch.testing.assert_close(model.encode(source, model.mask(source)), model.encode(source, model.mask(source)))
    model.train()
    one, two = (model.encode(source, model.mask(source)) for _ in range(2))
    assert not torch.equal(one, two)
