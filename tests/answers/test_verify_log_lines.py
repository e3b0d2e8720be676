"""Lines of a log in a document, and the statements that write them."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import KERNEL, line_of, wrong, wrong_of

from tfexplore.index.store import Index

RPC = "tensorflow/core/distributed_runtime/rpc"
CHANNEL = f"I {RPC}/grpc_channel.cc:{{}}] Initialize GrpcChannelCache for job ps -> {{{{0 -> x}}}}"
SERVER = f"2019-11-25 09:14:03.118405: I {RPC}/grpc_server_lib.cc:{{}}] Started server with target: grpc://x"
#: Where release 1.15.0 writes them.
AT_CHANNEL, AT_SERVER = 258, 365


@pytest.mark.parametrize("form", ["```\n{}\n{}\n```\n", "    {}\n    {}\n", "> {}\n> {}\n", "`{}`\n\n`{}`\n"])
def test_a_line_that_another_statement_writes(form: str, shipped: Index) -> None:
    def said(channel: int, server: int) -> list[str]:
        return wrong_of(shipped, form.format(CHANNEL.format(channel), SERVER.format(server)))

    assert said(AT_CHANNEL, AT_SERVER) == []
    assert said(AT_CHANNEL, 221) == [f"{RPC}/grpc_server_lib.cc:221"]
    assert said(221, 221) == []  # a log of another release


def test_a_single_line(shipped: Index) -> None:
    block = "```\n{}\n```\n"
    assert wrong_of(shipped, block.format(SERVER.format(AT_SERVER))) == []
    assert wrong_of(shipped, block.format(SERVER.format(12))) == [f"{RPC}/grpc_server_lib.cc:12"]
    other = SERVER.replace("Started server with target", "Nothing says this").format(12)
    assert wrong_of(shipped, block.format(other)) == []
    ours = SERVER.replace(f"{RPC}/grpc_server_lib.cc", "ours/our_server.cc").format(12)
    assert wrong_of(shipped, block.format(ours)) == []


def test_names_that_a_program_put_into_a_message(index: Path) -> None:
    log = 'E tensorflow/core/kernels/braid_op.cc:4] Iterator "BraidOp::Iterator::Mine" and `BraidOps` came first'
    assert wrong(index, f"```\n{log}\n```\n") == []
    assert wrong(index, "It calls `BraidOps` and `BraidOp::Mine`.\n") != []


def test_where_a_requirement_failed(index: Path) -> None:
    log = "```\nOP_REQUIRES failed at braid_op.cc:{} : Invalid argument: strands must be a matrix\n```\n"
    first = line_of(KERNEL, "OP_REQUIRES(context, strands.dims()")
    for line in (first, first + 1):
        assert wrong(index, log.format(line)) == []
    assert wrong(index, log.format(first - 2)) == [f"braid_op.cc:{first - 2}"]
    assert wrong(index, log.format(first + 4)) == [f"braid_op.cc:{first + 4}"]
    assert wrong(index, log.format(first + 4), tree=False) == []
