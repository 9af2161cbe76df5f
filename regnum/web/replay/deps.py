"""Dependencies that route handlers can declare: snapshots and uploads."""

from typing import Final, TypeAlias

from litestar.di import NamedDependency

from regnum.web.http.deps import service
from regnum.web.replay.snapshots import SnapshotCache
from regnum.web.replay.uploads import UploadService

SnapshotsDep: TypeAlias = NamedDependency[SnapshotCache]
UploadsDep: TypeAlias = NamedDependency[UploadService]

DEPENDENCIES: Final = {"snapshots": service("snapshots"), "uploads": service("uploads")}
