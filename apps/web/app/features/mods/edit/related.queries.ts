import { useQueries } from '@tanstack/react-query'
import { adminModQuery } from './edit.queries.ts'

const MINUTE = 60_000

/** Mod titles by id. */
export const useTitles = (ids: readonly number[]) =>
  useQueries({
    queries: ids.map((id) => ({ ...adminModQuery(id), staleTime: MINUTE })),
    combine: (answers) =>
      answers.map(({ data, isError }, place) => ({ id: ids[place] ?? 0, title: data?.form.title, isError })),
  })
