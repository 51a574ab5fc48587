import { withClient } from '@slipstream/db/testing/test-database'
import { expect, store } from './store.ts'

/** The bucket is shared, so a journey removes its archives through the store itself. Needs a running worker. */
export const removeArchives = (...fileNames: string[]) =>
  withClient(store.environment().DATABASE_URL, async (client) => {
    const { rows } = await client.query<{ id: number }>(`select id from uploads where file_name = any($1)`, [fileNames])
    const ids = rows.map(({ id }) => id)
    await client.query(
      `delete from downloads where release_id in (select id from mod_releases where upload_id = any($1))`,
      [ids],
    )
    await client.query(`delete from mod_releases where upload_id = any($1)`, [ids])
    await client.query(`update uploads set status = 'canceled' where id = any($1)`, [ids])
    await client.query(
      `select graphile_worker.add_job('uploads.discard', json_build_object('uploadId', id)) from uploads where id = any($1)`,
      [ids],
    )
    const left = () => client.query(`select 1 from graphile_worker.jobs where task_identifier = 'uploads.discard'`)
    await expect.poll(async () => (await left()).rowCount).toBe(0)
  })
