"""Dependencies that route handlers can declare: snapshots and uploads."""

from typing import Final, TypeAlias

from litestar.di import NamedDependency

from regnum.web.http.deps import service
from regnum.web.replay.snapshots import Snapshots
from regnum.web.replay.uploads import Uploads

SnapshotsDep: TypeAlias = NamedDependency[Snapshots]
UploadsDep: TypeAlias = NamedDependency[Uploads]

DEPENDENCIES: Final = {"snapshots": service("snapshots"), "uploads": service("uploads")}
