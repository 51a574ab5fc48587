import type { QueueRow } from '@slipstream/contract/tickets-admin'
import { countText, plural } from '#lib/counts.ts'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast-store.ts'
import { toastFailure } from '#ui/toast-failure.ts'
import { useAct, useActOnMany } from './tickets-admin.queries.ts'

interface BulkBarProps {
  rows: readonly QueueRow[]
  onClear: () => void
}

/** Acts on the selected tickets, with an undo that restores each ticket's status. */
export const BulkBar = ({ rows, onClear }: BulkBarProps) => {
  const many = useActOnMany()
  const one = useAct()
  if (rows.length === 0) return null
  const statusOf = new Map(rows.map(({ id, status }) => [id, status]))

  const undo = async (act: 'reopen' | 'not_spam', ids: number[]) => {
    const { changed } = await many.mutateAsync({ ids, act })
    for (const id of changed) if (statusOf.get(id) === 'waiting') await one.mutateAsync({ id, act: 'wait' })
  }
  const run = (act: 'solve' | 'spam', words: string, back: 'reopen' | 'not_spam') =>
    many.mutate(
      { ids: rows.map(({ id }) => id), act },
      {
        onSuccess: ({ changed }) => {
          onClear()
          toast({
            title: `${plural(changed.length, 'ticket')} ${words}.`,
            ...(changed.length > 0 && {
              action: {
                label: 'Undo',
                onSelect: () => void undo(back, changed).catch(toastFailure('The undo did not work.')),
              },
            }),
          })
        },
        onError: toastFailure('Nothing was changed.'),
      },
    )
  return (
    <div
      className="flex flex-wrap items-center gap-2 border-t px-3 py-2 text-small"
      role="group"
      aria-label="Selected tickets"
    >
      <span className="num flex-1">{countText(rows.length)} selected</span>
      <Button size="sm" variant="outline" isLoading={many.isPending} onClick={() => run('solve', 'closed', 'reopen')}>
        Close
      </Button>
      <Button size="sm" variant="outline" onClick={() => run('spam', 'marked as spam', 'not_spam')}>
        Spam
      </Button>
      <Button size="sm" variant="ghost" onClick={onClear}>
        Clear
      </Button>
    </div>
  )
}
