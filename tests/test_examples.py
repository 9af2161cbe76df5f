"""The scripts in examples run in their smallest form."""

import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.full
@pytest.mark.parametrize("game", ["khan", "brian_boru"])
def test_first_example_agent_learns_and_plays(game: str) -> None:
    command = [sys.executable, str(ROOT / "examples" / "first_agent.py"), "12", game]
    process = subprocess.run(command, capture_output=True, text=True, check=False, env=None, cwd=ROOT)
    assert process.returncode == 0, process.stderr
    assert "learned from" in process.stdout
    assert "learned against greedy: first in" in process.stdout


def test_learning_example_agent_trains_and_saves(tmp_path: Path) -> None:
    script, weights, curve = ROOT / "examples" / "learning_agent.py", tmp_path / "agent.npz", tmp_path / "curve.csv"
    short = ["--minutes", "0.001", "--tests", "1", "--games", "1", "--at-once", "2", "--decisions", "50"]
    command = [sys.executable, str(script), *short, "--save", str(weights), "--curve", str(curve)]
    process = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert process.returncode == 0, process.stderr
    rows = curve.read_text(encoding="utf-8").splitlines()
    assert rows[0] == "minutes,games,random,greedy"
    assert len(rows) == len(process.stdout.splitlines()) + 1
    assert "policy" in np.load(weights)


def test_learning_raises_the_probability_of_good_actions() -> None:
    loaded = spec_from_file_location("learning_agent", ROOT / "examples" / "learning_agent.py")
    assert loaded is not None
    assert loaded.loader is not None
    agent = module_from_spec(loaded)
    loaded.loader.exec_module(agent)
    network = agent.Network("brian_boru", 3)
    rng = np.random.default_rng(3)
    observations = rng.integers(0, 2, (64, network.layout.size), dtype=np.uint8)
    masks = np.zeros((64, network.weights["policy_bias"].size), np.uint8)
    masks[:, [4, 8, 15]] = 1
    actions = rng.choice([4, 8, 15], 64)
    rewards = np.where(actions == 8, 1.0, -0.5)
    for _ in range(20):
        _, probabilities, _ = network.forward(network.inputs(observations), masks)
        before = probabilities[np.arange(64), actions]
        network.update(
            {
                "observations": observations,
                "masks": masks,
                "actions": actions,
                "probabilities": before,
                "advantages": rewards,
                "returns": rewards,
            }
        )
    _, probabilities, expected = network.forward(network.inputs(observations), masks)
    assert (probabilities[:, 8] > 0.6).all()
    assert probabilities[:, [4, 8, 15]].sum(1) == pytest.approx(np.ones(64)), "only legal actions"
    assert np.corrcoef(expected, rewards)[0, 1] > 0.5
