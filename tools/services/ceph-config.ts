import type { Places } from './places.ts'

/** The maximum size of the object store's (sparse) file. */
const DISK_CAP = 20 * 1024 ** 3

/** A monitor, one disk and one S3 gateway on 127.0.0.1, with nothing written outside the folder. */
export const cephConfig = (folder: string, fsid: string, { ports }: Places) => `[global]
fsid = ${fsid}
mon_host = [v2:127.0.0.1:${ports.cephMonitor}/0]
public_addr = 127.0.0.1
cluster_addr = 127.0.0.1
ms_bind_ipv4 = true
ms_bind_ipv6 = false
ms_bind_msgr1 = false
ms_bind_port_min = ${ports.cephMessengers.first}
ms_bind_port_max = ${ports.cephMessengers.last}
auth_cluster_required = none
auth_service_required = none
auth_client_required = none
ms_mon_client_mode = crc
ms_mon_service_mode = crc
ms_mon_cluster_mode = crc
run_dir = ${folder}
crash_dir = ${folder}/crash
admin_socket =
pid_file =
log_file =
log_to_stderr = true
err_to_stderr = true
debug_default = 0/0
debug_rocksdb = 0/0
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_pool_default_pg_num = 1
osd_pool_default_pgp_num = 1
osd_pool_default_pg_autoscale_mode = off
osd_crush_chooseleaf_type = 0
mon_allow_pool_size_one = true
mon_warn_on_pool_no_redundancy = false
mon_data_avail_crit = 1
mon_max_pg_per_osd = 1000
# Otherwise each step of the start would wait for a timer of several seconds.
paxos_propose_interval = 0.01
paxos_min_wait = 0.01
objecter_tick_interval = 0.2
objecter_timeout = 1

[mon]
mon_data = ${folder}/mon
mon_cluster_log_file =
mon_cluster_log_to_stderr = false

[osd]
osd_data = ${folder}/osd
osd_objectstore = bluestore
osd_op_num_shards = 1
# How long a killed gateway blocks its successor.
osd_client_watch_timeout = 3
bluestore_block_size = ${DISK_CAP}
bluestore_block_create = true
bluestore_block_db_create = false
bluestore_block_wal_create = false
bluestore_cache_autotune = false
bluestore_cache_size = 67108864
bluestore_fsck_on_mkfs = false
# Limits how much is replayed at each start.
bluefs_log_compact_min_size = 1048576

[client.rgw]
rgw_data = ${folder}/rgw
rgw_frontends = beast endpoint=127.0.0.1:${ports.s3}
rgw_enable_apis = s3
rgw_enable_usage_log = false
rgw_thread_pool_size = 32
# Several lifecycle workers wait for each other, and stopping would take 5 s.
rgw_lc_max_worker = 1
# Removed objects give their place back soon: measurements write more than the disk holds.
rgw_gc_obj_min_wait = 5
rgw_gc_processor_period = 5
`
