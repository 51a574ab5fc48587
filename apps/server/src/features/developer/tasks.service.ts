import { desc, eq } from 'drizzle-orm'
import type { DeveloperTask, NewTask, TaskChange } from '@slipstream/contract/developer'
import type { Db, Tx } from '@slipstream/db/client'
import { developerTasks } from '@slipstream/db/tables/developer'
import { recorderOf } from '#features/audit/audit.service.ts'
import { DomainError } from '#lib/domain-error.ts'

/** The page shows all tasks, so their number is limited. */
const MOST_TASKS = 500

type TaskRow = typeof developerTasks.$inferSelect

export const listTasks = async (db: Db): Promise<{ tasks: DeveloperTask[] }> => {
  const rows = await db.select().from(developerTasks).orderBy(desc(developerTasks.id)).limit(MOST_TASKS)
  return { tasks: rows.map(toTask) }
}

export const createTask = async (tx: Tx, actorId: number, { title, description }: NewTask): Promise<DeveloperTask> => {
  if ((await tx.$count(developerTasks)) >= MOST_TASKS) throw new DomainError('developer.too_many_tasks')
  const [created] = await tx
    .insert(developerTasks)
    .values({ title, description: description || null })
    .returning()
  if (!created) throw new Error('the task was not inserted')
  await note(tx, actorId, 'create', null, created)
  return toTask(created)
}

export const changeTask = async (
  tx: Tx,
  actorId: number,
  id: number,
  { status }: TaskChange,
): Promise<DeveloperTask> => {
  const [before] = await tx.select().from(developerTasks).where(eq(developerTasks.id, id)).for('update')
  if (!before) throw new DomainError('developer.task_not_found')
  const after = { ...before, status }
  await tx.update(developerTasks).set({ status }).where(eq(developerTasks.id, id))
  await note(tx, actorId, 'edit', before, after)
  return toTask(after)
}

/** Idempotent. */
export const removeTask = async (tx: Tx, actorId: number, id: number) => {
  const [removed] = await tx.delete(developerTasks).where(eq(developerTasks.id, id)).returning()
  if (removed) await note(tx, actorId, 'remove', removed, null)
}

const note = recorderOf<TaskRow>({
  subject: 'task',
  nameOf: ({ title }) => title,
  written: (row) => toTask(row),
})

const toTask = ({ id, title, description, status }: TaskRow): DeveloperTask => ({
  id,
  title,
  ...(description !== null && { description }),
  status,
})
