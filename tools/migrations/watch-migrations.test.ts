import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { watchMigrations } from './watch-migrations.ts'

const LOCK = "SET LOCAL lock_timeout = '3s';--> statement-breakpoint\n"

test('a new migration runs once, an empty one runs when it gets content, and a snapshot never runs', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'slipstream-watch-'))
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
  write('0000_init.sql', 'CREATE TABLE a ();')
  const over = new AbortController()
  const migrate = vi.fn(async () => {})
  const watching = watchMigrations(folder, migrate, over.signal)
  try {
    await nextTurn()
    write('0001_laps.sql', `${LOCK}CREATE TABLE laps ();`)
    await vi.waitFor(() => expect(migrate).toHaveBeenCalledTimes(1))
    write('0001_snapshot.json', '{}')
    write('0002_own.sql', `${LOCK}-- Custom SQL migration file, put your code below! --`)
    write('0003_third.sql', `${LOCK}CREATE TABLE c ();`)
    await vi.waitFor(() => expect(migrate).toHaveBeenCalledTimes(2))
    write('0002_own.sql', `${LOCK}UPDATE laps SET best = 1;`)
    await vi.waitFor(() => expect(migrate).toHaveBeenCalledTimes(3))
  } finally {
    over.abort()
    await watching
    rmSync(folder, { recursive: true })
  }
})
