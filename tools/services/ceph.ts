import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { assertBuckets, prepareBuckets } from './buckets.ts'
import { cephConfig } from './ceph-config.ts'
import { credentials, type Places } from './places.ts'
import { type Daemon, isListening, run, runningPid, startDaemon, stopDaemon, untilHealthy } from './process.ts'
import type { Service } from './service.ts'

interface Cluster {
  fsid: string
  monitorPort: number
}

/** S3 from a one-node Ceph: a monitor, one disk (OSD) and the S3 gateway. */
export const s3Service = (places: Places): Service => {
  const ceph = describe(places)
  const { monitor, disk, gateway } = ceph

  const start = async () => {
    if (existsSync(ceph.clusterFile)) await openCluster(ceph, places)
    else await createCluster(ceph, places)
    await Promise.all([startDaemon(disk), startDaemon(gateway)])
    await untilHealthy([gateway, disk, monitor], () => fetch(ceph.address))
    await prepareBuckets(places, join(ceph.folder, 'buckets.json'))
    await untilHealthy([gateway, disk, monitor], () => assertBuckets(places))
  }

  const pids = () => [monitor, disk, gateway].map(runningPid).filter((pid) => pid !== undefined)

  const stop = async () => {
    await stopDaemon(gateway)
    await stopDaemon(disk)
    await stopDaemon(monitor)
  }

  return {
    name: 's3',
    address: ceph.address,
    start,
    stop,
    check: async () => {
      // A gateway without its monitor still answers for a while. If none of the three runs, another program's S3 may be
      // there.
      const running = pids().length
      if (running !== 0 && running !== 3) throw new Error(`Only ${running} of Ceph's three processes run`)
      await assertBuckets(places)
    },
    pids,
  }
}

type Ceph = ReturnType<typeof describe>

const describe = (places: Places) => {
  const folder = join(places.folder, 'ceph')
  const config = join(folder, 'ceph.conf')
  const daemon = (name: string, args: readonly string[], port: number): Daemon => ({
    name,
    folder,
    command: name,
    args: ['--conf', config, '-f', ...args],
    port,
    stopSignals: ['SIGTERM'],
  })
  return {
    folder,
    config,
    clusterFile: join(folder, 'cluster.json'),
    address: `http://127.0.0.1:${places.ports.s3}`,
    monitor: daemon('ceph-mon', ['-i', 'a'], places.ports.cephMonitor),
    disk: daemon('ceph-osd', ['-i', '0'], places.ports.cephMessengers.first),
    gateway: daemon('radosgw', ['-n', 'client.rgw'], places.ports.s3),
    command: (program: string, args: readonly string[]) => run(program, ['--conf', config, ...args]),
  }
}

const createCluster = async (ceph: Ceph, places: Places) => {
  const { folder, monitor, disk, gateway } = ceph
  // Left over from an interrupted creation. The cluster file is written last, so this data was never used.
  await Promise.all([gateway, disk, monitor].map(stopDaemon))
  rmSync(folder, { recursive: true, force: true })
  for (const name of ['mon', 'osd', 'rgw', 'crash']) mkdirSync(join(folder, name), { recursive: true })

  const cluster: Cluster = { fsid: randomUUID(), monitorPort: places.ports.cephMonitor }
  writeFileSync(ceph.config, cephConfig(folder, cluster.fsid, places))
  const monitorMap = await writeMonitorMap(ceph, cluster)
  const diskId = randomUUID()
  const formatDisk = () => ceph.command('ceph-osd', ['-i', '0', '--mkfs', '--osd-uuid', diskId, '--monmap', monitorMap])
  const announceDisk = async () => {
    await ceph.command('ceph-mon', ['-i', 'a', '--mkfs', '--monmap', monitorMap])
    await startMonitor(ceph)
    await ceph.command('ceph', ['osd', 'new', diskId, '0'])
  }
  await Promise.all([formatDisk(), announceDisk()])
  await startDaemon(disk)
  await createUser(ceph)
  writeFileSync(ceph.clusterFile, JSON.stringify(cluster))
}

const createUser = (ceph: Ceph) => {
  const { accessKeyId, secretAccessKey } = credentials.s3
  const keys = ['--access-key', accessKeyId, '--secret-key', secretAccessKey]
  const user = ['--uid', 'slipstream', '--display-name', 'Slipstream', ...keys]
  return ceph.command('radosgw-admin', ['-n', 'client.rgw', 'user', 'create', ...user])
}

const openCluster = async (ceph: Ceph, places: Places) => {
  const cluster = JSON.parse(readFileSync(ceph.clusterFile, 'utf8')) as Cluster
  writeFileSync(ceph.config, cephConfig(ceph.folder, cluster.fsid, places))
  const monitorPort = places.ports.cephMonitor
  if (cluster.monitorPort !== monitorPort) {
    // The monitor stores its own address. A new port must be written there, not only to the config file.
    const moved = { ...cluster, monitorPort }
    await ceph.command('ceph-mon', ['-i', 'a', '--inject-monmap', await writeMonitorMap(ceph, moved)])
    writeFileSync(ceph.clusterFile, JSON.stringify(moved))
  }
  await startMonitor(ceph)
}

const startMonitor = async ({ monitor }: Ceph) => {
  await startDaemon(monitor)
  await untilHealthy([monitor], async () => {
    if (!(await isListening(monitor.port))) throw new Error('The monitor does not listen yet')
  })
}

const writeMonitorMap = async (ceph: Ceph, { fsid, monitorPort }: Cluster) => {
  const path = join(ceph.folder, 'monmap')
  const address = `[v2:127.0.0.1:${monitorPort}]`
  await run('monmaptool', ['--create', '--clobber', '--fsid', fsid, '--addv', 'a', address, path])
  return path
}
