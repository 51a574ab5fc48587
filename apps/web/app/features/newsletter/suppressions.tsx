import type { Suppression } from '@slipstream/contract/newsletter'
import { Button } from '#ui/button.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { Moment } from '#ui/moment.tsx'
import type { Column } from '#ui/table.tsx'
import { toastFailure } from '#ui/toast-failure.ts'
import { useLetBackIn, useSuppressions } from './newsletter.queries.ts'

const REASONS = { bounce: 'Does not exist', complaint: 'Marked as spam' } as const
const PER_PAGE = 50

/** Addresses that get no promotional mail because they bounced or complained. */
export const Suppressions = () => {
  const { list, items } = useSuppressions()
  const back = useLetBackIn()
  const columns: Column<Suppression>[] = [
    {
      key: 'address',
      header: 'Address',
      card: 'title',
      cell: ({ address }) => <span className="wrap-anywhere">{address}</span>,
    },
    { key: 'reason', header: 'Reason', cell: ({ reason }) => REASONS[reason] },
    { key: 'at', header: 'Since', cell: ({ createdAt }) => <Moment at={createdAt} /> },
    {
      key: 'act',
      header: 'Action',
      isHeaderHidden: true,
      card: 'action',
      cell: ({ id, address }) => (
        <Button
          variant="ghost"
          size="sm"
          aria-label={`Let ${address} get newsletters again`}
          onClick={() => back.mutate(id, { onError: toastFailure('The address is still suppressed.') })}
        >
          Allow again
        </Button>
      ),
    },
  ]
  return (
    <section aria-labelledby="suppressed" className="flex flex-col gap-3">
      <div>
        <h2 id="suppressed" className="text-base font-semibold">
          Suppressed addresses
        </h2>
        <p className="text-small text-muted">
          E-mails to them bounced or were marked as spam, so they get no promotional ones. Receipts and ticket replies
          are still sent.
        </p>
      </div>
      <DataTable
        query={list}
        failure="The suppressed addresses could not be loaded."
        caption="Suppressed addresses"
        rows={items}
        rowKey={({ id }) => id}
        columns={columns}
        step={PER_PAGE}
        empty={<p className="p-5 text-ui text-muted">No e-mail has bounced or been marked as spam.</p>}
      />
    </section>
  )
}
