import { useEffect, useRef, useState } from 'react'
import type { AdminModRow, BulkAction, BulkOutcome } from '@slipstream/contract/mod-list-admin'
import { countText, plural } from '#lib/counts.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { failureText } from '#ui/failure-text.ts'
import { Notice } from '#ui/notice.tsx'
import { DiscountDialog } from './discount-dialog.tsx'
import { useBulkChange } from './mod-list.queries.ts'

/** The server's limit per request. */
const MOST = 200

export interface BulkResult {
  action: BulkAction
  outcome: BulkOutcome
}

interface BulkActionsProps {
  chosen: readonly AdminModRow[]
  onDone: (action: BulkAction, outcome: BulkOutcome) => void
}

/** The actions for all selected mods. */
export const BulkActions = ({ chosen, onDone }: BulkActionsProps) => {
  const bulk = useBulkChange()
  const [isArchiving, setArchiving] = useState(false)
  const ids = chosen.map(({ id }) => id)
  const named = plural(chosen.length, 'mod')

  const change = (action: 'publish' | 'end-sale') =>
    bulk.mutate({ action, ids }, { onSuccess: (outcome) => onDone(action, outcome) })
  const isChanging = (action: BulkAction) => bulk.isPending && bulk.variables.action === action

  if (chosen.length > MOST) return <p className="text-small text-muted">You can change at most {MOST} at once.</p>
  return (
    <>
      <Button size="sm" variant="outline" isLoading={isChanging('publish')} onClick={() => change('publish')}>
        Publish
      </Button>
      <DiscountDialog
        mods={chosen}
        trigger={
          <Button size="sm" variant="outline">
            Discount
          </Button>
        }
        onDiscount={async (discount) => {
          const outcome = await bulk.mutateAsync({ action: 'discount', ids, discount })
          onDone('discount', outcome)
        }}
      />
      {chosen.some(({ sale }) => sale) && (
        <Button size="sm" variant="outline" isLoading={isChanging('end-sale')} onClick={() => change('end-sale')}>
          End sale
        </Button>
      )}
      <ConfirmDialog
        title={`Archive ${named}?`}
        description="They leave the store immediately. Customers who own one keep it, and you can publish them again."
        confirmLabel={`Archive ${named}`}
        open={isArchiving}
        onOpenChange={setArchiving}
        onConfirm={async () => {
          const outcome = await bulk.mutateAsync({ action: 'archive', ids })
          onDone('archive', outcome)
        }}
        trigger="Archive"
      />
      {bulk.isError && (
        <p role="alert" className="basis-full text-small text-destructive">
          {failureText(bulk.error)}
        </p>
      )}
    </>
  )
}

const DONE: Record<BulkAction, string> = {
  publish: 'published',
  archive: 'archived',
  discount: 'discounted',
  'end-sale': 'back at the regular price',
}

const summaryOf = ({ action, outcome: { changed, refused } }: BulkResult) => {
  if (changed.length === 0) return 'No mods were changed.'
  const all =
    refused.length > 0
      ? `${countText(changed.length)} of ${plural(changed.length + refused.length, 'mod')}`
      : plural(changed.length, 'mod')
  return `${all} ${changed.length === 1 ? 'is' : 'are'} ${DONE[action]}.`
}

/** The result: how many mods were changed, and which failed and why. */
export const BulkReport = ({ result, onDismiss }: { result: BulkResult; onDismiss: () => void }) => {
  const { refused } = result.outcome
  const isWhole = refused.length === 0
  const place = useRef<HTMLDivElement>(null)

  useEffect(() => {
    // The selected rows may be far below the report.
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [result])

  return (
    <div ref={place} className="scroll-mt-20">
      <Notice
        tone={isWhole ? 'success' : 'warning'}
        title={summaryOf(result)}
        actions={
          <Button size="sm" variant="ghost" onClick={onDismiss}>
            Dismiss
          </Button>
        }
      >
        {!isWhole && (
          <ul aria-label="Not changed" className="flex flex-col gap-1">
            {refused.map(({ id, title, reason }) => (
              <li key={id}>
                <span className="font-medium text-foreground">{title || `Mod ${id}`}</span>: {reason}
              </li>
            ))}
          </ul>
        )}
      </Notice>
    </div>
  )
}
