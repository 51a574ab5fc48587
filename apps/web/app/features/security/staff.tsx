import type { StaffAccount } from '@slipstream/contract/security'
import { countText } from '#lib/counts.ts'
import { DataTable } from '#ui/data-table.tsx'
import { Moment } from '#ui/moment.tsx'
import { Status } from '#ui/status.tsx'
import type { Column } from '#ui/table.tsx'
import { STAFF_STEP, useStaff } from './security.queries.ts'

const rightsOf = ({ isAdmin, isDeveloper }: StaffAccount) =>
  [isAdmin && 'Administrator', isDeveloper && 'Developer'].filter(Boolean).join(', ')

const FACTORS = { app: 'Authenticator app', passkey: 'Passkey' }

const COLUMNS: readonly Column<StaffAccount>[] = [
  { key: 'name', header: 'Account', card: 'title', cell: ({ username }) => username },
  { key: 'rights', header: 'Rights', cell: rightsOf },
  {
    key: 'factor',
    header: 'Second factor',
    card: 'status',
    cell: ({ secondFactors }) =>
      secondFactors.length === 0 ? (
        <Status tone="warning">None</Status>
      ) : (
        <Status tone="success">{secondFactors.map((factor) => FACTORS[factor]).join(', ')}</Status>
      ),
  },
  {
    key: 'sessions',
    header: 'Open sessions',
    isNumeric: true,
    card: 'labeled',
    cell: ({ openSessions }) => countText(openSessions),
  },
  {
    key: 'used',
    header: 'Last used',
    card: 'labeled',
    cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'Not signed in' : <Moment at={lastUsedAt} />),
  },
]

/** The accounts with more rights than a customer. */
export const Staff = () => {
  const { list, items } = useStaff()
  return (
    <section className="flex flex-col gap-3" aria-labelledby="staff-title">
      <div>
        <h2 id="staff-title" className="text-base font-semibold">
          Rights
        </h2>
        <p className="mt-0.5 max-w-[72ch] text-small text-muted">
          Administrators can do everything on the admin pages. Only the developer can open the developer dashboard and
          close the store for maintenance.
        </p>
      </div>
      <DataTable
        query={list}
        failure="The accounts could not be loaded."
        caption="Accounts with rights"
        columns={COLUMNS}
        rows={items}
        rowKey={({ id }) => id}
        step={STAFF_STEP}
      />
    </section>
  )
}
