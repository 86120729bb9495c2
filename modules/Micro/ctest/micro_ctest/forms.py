"""The forms in which a suite is run: as it is, which is called default, and its variants."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Callable, Dict, List, Mapping, Optional, Sequence, Tuple

from .benchmarks import Failure, Obstacle, Skip
from .errors import UserError
from .flags import Flags
from .manifest import DEFAULT, Suite, Variant
from .obstacles import of_unsupported

# Builds suites, with flags where there are some. Returns those that there are with the flags, and what stood in the way of some; both by name.
Build = Callable[[Sequence[Suite], Flags], Tuple[Mapping[str, Suite], Mapping[str, Obstacle]]]


@dataclass(frozen=True)
class Form:
    """What is run for a variant."""

    name: str
    executable: str
    launcher: Tuple[str, ...]
    compiler: str
    flags: str
    axes: Mapping[str, str] = field(default_factory=dict)
    environment: Tuple[str, ...] = ()
    run_args: Tuple[str, ...] = ()
    features: Tuple[str, ...] = ()
    unflagged_libraries: Tuple[str, ...] = ()
    not_a_measurement: bool = False
    failure: Optional[Failure] = None  # then it is not run
    skipped: str = ""  # why it is not run, which is no failure

    @property
    def runs(self) -> bool:
        return not self.failure and not self.skipped


def as_listed(suite: Suite, names: Sequence[str]) -> Suite:
    """The suite in that form in which its benchmarks are listed: as it is, or, where that is not to be run, as the first variant that has
    a program of its own in the same folder. So nothing is built for the list alone."""
    if DEFAULT in names:
        return suite
    for variant in suite.variants:
        if variant.name in names and not variant.unsupported and variant.executable:
            return _as(suite, variant, suite.name)
    return suite


def own_form(suite: Suite) -> Form:
    """The form of a suite as it is."""
    return _form(_default(suite))


def built_forms(wanted: Mapping[str, Sequence[str]], suites: Mapping[str, Suite], built: Mapping[str, str], build: Build) -> Dict[str, List[Form]]:
    """Builds what is not built yet of the wanted variants, by suite, and returns the forms of those suites that have variants.

    `built` are the targets that are, by suite. A variant that can't be built is a form with the failure.
    """
    forms: Dict[str, Dict[str, Form]] = {}
    groups: Dict[Flags, List[Tuple[str, Variant]]] = {}
    for name, names in wanted.items():
        suite = suites[name]
        if not suite.variants:
            continue
        forms[name] = {}
        for variant in [_default(suite), *suite.variants]:
            if variant.name not in names:
                continue
            forms[name][variant.name] = _form(variant)
            if variant.unsupported:
                forms[name][variant.name] = _stopped(variant, of_unsupported(variant.unsupported))
            elif variant.shadow or variant.target != built.get(name):
                groups.setdefault(variant.shadow or Flags(), []).append((name, variant))
    for flags, members in groups.items():
        for (name, variant), form in zip(members, _build(members, suites, flags, build)):
            forms[name][variant.name] = form
    return {name: list(of_suite.values()) for name, of_suite in forms.items()}


def _build(members: Sequence[Tuple[str, Variant]], suites: Mapping[str, Suite], flags: Flags, build: Build) -> List[Form]:
    """The forms of variants that are built in one place."""
    # In a shadow a suite is itself: variants of several suites share it. Elsewhere each variant is a target.
    names = [name if flags else f"{name}@{variant.name}" for name, variant in members]
    to_build = {key: _as(suites[name], variant, key) for key, (name, variant) in zip(names, members)}
    try:
        found, failures = build(list(to_build.values()), flags)
    except UserError as error:
        if not flags:
            raise
        found, failures = {}, {key: Failure("build", str(error)) for key in names}
    forms = []
    for key, (_, variant) in zip(names, members):
        if key in failures:
            forms.append(_stopped(variant, failures[key]))
        elif flags and key not in found:
            forms.append(_stopped(variant, Failure("build", f"with {flags.described()} the project has no suite {key}")))
        else:
            forms.append(_in_shadow(variant, found[key]) if flags else _form(variant))
    return forms


def _in_shadow(variant: Variant, suite: Suite) -> Form:
    """The form of a variant that is a suite of a shadow."""
    return replace(
        _form(variant),
        executable=suite.executable,
        compiler=suite.compiler,
        flags=suite.flags,
        features=suite.features or variant.features,
        unflagged_libraries=suite.unflagged_libraries,
        not_a_measurement=suite.not_a_measurement or variant.not_a_measurement,
    )


def _default(suite: Suite) -> Variant:
    return Variant(
        name=DEFAULT,
        axes={},
        target=suite.target,
        executable=suite.executable,
        launcher=suite.launcher,
        environment=suite.environment,
        run_args=(),
        compiler=suite.compiler,
        flags=suite.flags,
        features=suite.features,
        unflagged_libraries=suite.unflagged_libraries,
        not_a_measurement=suite.not_a_measurement,
    )


def _form(variant: Variant) -> Form:
    return Form(
        name=variant.name,
        executable=variant.executable,
        launcher=variant.launcher,
        compiler=variant.compiler,
        flags=variant.flags,
        axes=variant.axes,
        environment=variant.environment,
        run_args=variant.run_args,
        features=variant.features,
        unflagged_libraries=variant.unflagged_libraries,
        not_a_measurement=variant.not_a_measurement,
    )


def _stopped(variant: Variant, obstacle: Obstacle) -> Form:
    if isinstance(obstacle, Skip):
        return replace(_form(variant), skipped=obstacle.reason)
    return replace(_form(variant), failure=obstacle)


def _as(suite: Suite, variant: Variant, name: str) -> Suite:
    return replace(
        suite,
        name=name,
        target=variant.target,
        executable=variant.executable,
        launcher=variant.launcher,
        compiler=variant.compiler,
        flags=variant.flags,
        unsupported=variant.unsupported,
    )
