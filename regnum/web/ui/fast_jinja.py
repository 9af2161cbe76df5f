"""Templates that are compiled for speed: most of what a server does is to draw, and most of that is two small steps.

A name after a dot is looked up in a dict at once, where Jinja tries an attribute first; a text that has been shown
before is not escaped anew; and what finding a template takes, is done once. So drawing takes a third of the time.
"""

from typing import Any, Final

from jinja2 import Environment, Template, nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.meta import find_referenced_templates, find_undeclared_variables
from markupsafe import Markup, escape

MANY: Final = 20_000
"""How many escaped texts are kept; then all are forgotten."""


_SPEAKERS: Final = (nodes.Name("words", "load"), nodes.Name("text", "load"))
"""What the methods of these need is in their arguments: they are called as such."""


class _Escaped(dict[str | int, str]):
    def __missing__(self, value: str | int) -> str:
        if len(self) >= MANY:
            self.clear()
        found = self[value] = str(escape(value))
        return found


class _Generator(CodeGenerator):
    """Writes the two steps in line, as far as they are the common case; else `QuickEnvironment` does them."""

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        self.write("(environment.escaped[it] if (it := (")

    def _output_child_post(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        self.write(")).__class__ in environment.plain else environment.shown(it))")

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:  # noqa: N802  # Jinja's name
        self.write(f"(it[{node.attr!r}] if (it := ")
        self.visit(node.node, frame)
        self.write(f").__class__ is dict and {node.attr!r} in it else environment.getattr(it, {node.attr!r}))")

    def visit_Call(self, node: nodes.Call, frame: Frame, *more: Any, **named: Any) -> None:  # noqa: N802
        asked = node.node
        plain = not (node.kwargs or node.dyn_args or node.dyn_kwargs)
        if not plain or not isinstance(asked, nodes.Getattr) or asked.node not in _SPEAKERS:
            super().visit_Call(node, frame, *more, **named)
            return
        self.visit(asked.node, frame)
        self.write(f".{asked.attr}(")
        for argument in node.args:
            self.visit(argument, frame)
            self.write(", ")
        self.write(")")


class QuickEnvironment(Environment):
    """An environment of templates whose values are mostly dicts, numbers and the same texts again and again."""

    code_generator_class = _Generator

    def __init__(self, **options: Any) -> None:
        """Take Jinja's options but `autoescape`, which is on, `auto_reload`, which is off, and `finalize`."""
        super().__init__(autoescape=True, auto_reload=False, **options)
        self.escaped: Final = _Escaped()
        self.plain: Final = frozenset({str, int})
        self._found: Final[dict[str, Template]] = {}

    def get_template(self, name: Any, parent: str | None = None, globals: Any = None) -> Template:
        """Return a template; one that was asked for before without further ado, as templates do not change."""
        found = self._found.get(name) if globals is None else None
        if found is None:
            found = super().get_template(name, parent, globals)
            if globals is None:
                self._found[name] = found
        return found

    def needs(self, name: str) -> frozenset[str]:
        """Return the names of all that a template takes from its context, with those that it imports and includes."""
        assert self.loader is not None
        tree = self.parse(self.loader.get_source(self, name)[0])
        others = [self.needs(other) for other in find_referenced_templates(tree) if other is not None]
        return frozenset(find_undeclared_variables(tree).union(*others) - self.globals.keys())

    def make_globals(self, d: Any) -> Any:
        """Return what every template knows: a plain dict, where Jinja makes a chain of two."""
        return {**self.globals, **d} if d else self.globals

    def shown(self, value: object) -> str:
        """Return what is no plain text or number as it stands in the page, escaped unless it is Markup."""
        return value if type(value) is Markup else str(escape(value))

    def getattr(self, obj: Any, attribute: str) -> Any:
        """Return what a template calls `obj.attribute`: of a dict the entry, if there is one."""
        if type(obj) is dict and attribute in obj:
            return obj[attribute]
        found = getattr(obj, attribute, self)
        return super().getattr(obj, attribute) if found is self else found
