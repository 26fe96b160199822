"""From text to machine code that can be called: the only place that knows llvmlite.

A tier says how much is done to make the code fast. `fast` does the least that pays, for a first result; `best` does
everything that LLVM offers. The result is an object file, which can be kept (`cache`) and loaded again.
"""

from __future__ import annotations

import ctypes
from functools import cache
from typing import Any

_LEVELS = {"plain": (1, 0), "fast": (1, 1), "best": (3, 3)}
"""How hard the passes over the text, and the choice of instructions, work."""

LONGEST_FUNCTION = 40_000
"""The most lines of a function for which instructions are chosen with care: that takes time that grows with the square
of its length, so that longer ones are turned into plain code. Those of the games that come with the program are half as
long at most."""


@cache
def binding() -> Any:
    """llvmlite's binding, made ready. Raises ImportError if it is not installed."""
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm


def _machine(tier: str) -> Any:
    llvm = binding()
    return llvm.Target.from_default_triple().create_target_machine(
        cpu=llvm.get_host_cpu_name(),
        features=llvm.get_host_cpu_features().flatten(),
        opt=_LEVELS[tier][1],
        reloc="pic",
        codemodel="jitdefault",
    )


def host() -> str:
    """What machine code is made for, and by what."""
    import llvmlite

    llvm = binding()
    features = llvm.get_host_cpu_features().flatten()
    return "\n".join([llvmlite.__version__, llvm.get_process_triple(), llvm.get_host_cpu_name(), features])


def scatters() -> bool:
    """Whether the machine can scatter the bits of a number to the places of a set's members."""
    llvm = binding()
    return llvm.get_process_triple().startswith("x86_64") and bool(llvm.get_host_cpu_features().get("bmi2"))


def effort(text: str, tier: str) -> str:
    """How hard the work on a module is to be: what its tier says, but `plain` where a function is very long."""
    longest = max(each.count("\n") for each in text.split("\ndefine "))
    return tier if longest <= LONGEST_FUNCTION else "plain"


def compiled(text: str, tier: str) -> bytes:
    """The object file of a module."""
    llvm = binding()
    module = llvm.parse_assembly(text)
    tier = effort(text, tier)
    machine = _machine(tier)
    module.triple, module.data_layout = machine.triple, str(machine.target_data)
    options = llvm.create_pipeline_tuning_options(speed_level=_LEVELS[tier][0])
    builder = llvm.create_pass_builder(machine, options)
    if tier == "best":
        passes = builder.getModulePassManager()
        passes.run(module, builder)
    else:
        passes = llvm.create_new_module_pass_manager()
        passes.add_always_inliner_pass()
        passes.add_sroa_pass()
        passes.add_simplify_cfg_pass()
        passes.add_instruction_combine_pass()
        passes.add_simplify_cfg_pass()
        passes.run(module, builder)
    return bytes(machine.emit_object(module))


class Code:
    """Machine code that is loaded. It stays loaded as long as this object is there."""

    def __init__(self, data: bytes) -> None:
        llvm = binding()
        self._engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _machine("fast"))
        self._engine.add_object_file(llvm.ObjectFileRef.from_data(data))
        self._engine.finalize_object()

    def function(self, name: str, result: Any, *arguments: Any) -> Any:
        """A function of the code, to be called with these types. The call lets other threads run meanwhile."""
        return ctypes.CFUNCTYPE(result, *arguments)(self._engine.get_function_address(name))
