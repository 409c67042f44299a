"""The PettingZoo environment, against PettingZoo's own tests."""

import warnings

import numpy as np
import pytest
from conftest import HERE, called

pytest.importorskip("pettingzoo")
from pettingzoo.test import api_test, render_test, seed_test  # noqa: E402

from draughtsman_rules import DraughtsmanError, Rules, aec  # noqa: E402


def test_the_api_is_kept(variant: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # A reward can come to who has not the next step, and masks of such are empty.
        warnings.filterwarnings("ignore", message=".*all zeros.*")
        warnings.filterwarnings("ignore", message=".*should be gymnasium.spaces.box or.*")
        warnings.filterwarnings("ignore", message="Observation is not a NumPy array")
        api_test(aec.env(variant), num_cycles=300)


def test_the_same_seed_gives_the_same_game(variant: str) -> None:
    seed_test(lambda: aec.env(variant), num_cycles=100)


def test_games_after_one_with_a_seed_come_again() -> None:
    def games() -> list[bytes]:
        env = aec.env("chaos")
        seen = []
        for seed in (1, None, None):
            env.reset(seed=seed)
            seen.append(env.last()[0]["observation"].tobytes())
        return seen

    assert games() == games()
    assert len(set(games())) == 3


def test_it_is_shown(variant: str, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(
        lambda render_mode=None: aec.env(variant, render_mode=render_mode),
        {"svg": lambda picture: picture.startswith("<svg"), "ansi": lambda text: text.count("\n") > 1},
    )
    assert capsys.readouterr().out


def test_a_game_ends_with_its_rewards() -> None:
    env = aec.env(str(HERE / "rules" / "hexapawn.draughts"))
    for seed in range(5):
        env.reset(seed=seed)
        for agent in env.agent_iter():
            seen, reward, over, cut, _ = env.last()
            assert not cut
            if over:
                assert reward in (1.0, -1.0)
                total = sum(env.rewards.values())
                assert total == 0
                env.step(None)
                continue
            env.step(env.action_space(agent).sample(seen["action_mask"]))
    assert env.unwrapped.roles == {"player_0": "White", "player_1": "Black"}


def test_a_long_game_is_cut_off() -> None:
    env = aec.env("halma", limit=10)
    env.reset(seed=1)
    for agent in env.agent_iter():
        seen, reward, over, cut, _ = env.last()
        env.step(None if over or cut else env.action_space(agent).sample(seen["action_mask"]))
        assert (reward, over) == (0, False)
    assert env.unwrapped.steps == 10


def test_what_goes_beyond_the_limits_of_the_language_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = aec.raw_env("guerrilla")
    raw.reset(seed=1)

    def refuse(action: int) -> None:
        raise DraughtsmanError([{"text": "more than 100,000 moves of one decision"}])

    monkeypatch.setattr(raw.game, "step", refuse)
    raw.step(raw.game.legal_actions()[0])
    assert all(raw.truncations.values()) and not any(raw.terminations.values())
    assert "100,000" in raw.infos["player_0"]["limit"]


def test_an_illegal_step_loses() -> None:
    env = aec.env("english")
    env.reset(seed=1)
    env.step(env.unwrapped.game.action_number("from 32"))
    assert env.rewards == {"player_0": -1, "player_1": 0}
    raw = aec.raw_env("english")
    raw.reset()
    with pytest.raises(DraughtsmanError, match="is no step now"):
        raw.step(raw.game.action_number("from 32"))


def test_who_has_not_the_next_step_can_do_nothing() -> None:
    env = aec.raw_env(Rules.load("english"))
    env.reset()
    masks = [env.observe(agent)["action_mask"].sum() for agent in env.agents]
    assert masks == [4, 0]
    assert not np.array_equal(env.observe("player_0")["observation"], env.observe("player_1")["observation"])


def test_variants_have_names_of_their_own() -> None:
    assert str(aec.raw_env("saving_private")) == "draughtsman_saving_private_v0"
    assert called("a/b.draughts") == "b"


def test_what_nobody_can_mean_is_refused() -> None:
    with pytest.raises(DraughtsmanError, match=r"no `render_mode` 'foo' \(accepted: None, human, ansi, svg\)"):
        aec.env("english", render_mode="foo")
    for limit in (0, -1):
        with pytest.raises(DraughtsmanError, match="`limit` is at least 1, and not"):
            aec.raw_env("english", limit=limit)


def test_options_go_with_a_name_or_a_path_alone() -> None:
    assert aec.raw_env("english", options=["idle-limit=2"]).rules.options == ["idle-limit=2"]
    assert aec.raw_env(HERE / "rules" / "hide.draughts").rules.name == "hide"
    with pytest.raises(DraughtsmanError, match="`options` go with a name or a path"):
        aec.env(Rules.load("english"), options=["idle-limit=2"])
