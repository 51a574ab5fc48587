import { CircleCheck, Ellipsis, Gamepad2 } from 'lucide-react'
import { useState } from 'react'
import type { Board as Answer, BoardRow } from '@slipstream/contract/compatibility'
import { countText, plural } from '#lib/counts.ts'
import { Button } from '#ui/button.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { Dropdown, DropdownItem } from '#ui/dropdown.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { failureText } from '#ui/failure-text.ts'
import { FilterBar } from '#ui/filter-bar.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Notice } from '#ui/notice.tsx'
import type { Column, RowKey } from '#ui/table.tsx'
import { type Filters, useFilters } from '#ui/use-filters.ts'
import { AnnounceDialog } from './announce-dialog.tsx'
import { BOARD_COLUMNS } from './board-columns.tsx'
import { BoardProgress } from './board-progress.tsx'
import { useBoard, useSetCompatibility } from './compatibility.queries.ts'
import { STATES, stateWord } from './compatibility-state.tsx'
import { CompatibilityHistory } from './compatibility-history.tsx'
import { VerdictDialog } from './verdict-dialog.tsx'

type Name = 'version' | 'state' | 'q'

/** The compatibility of every published mod's current release, and what is left to test. */
export const CompatibilityBoard = () => {
  const filters = useFilters<Name>(['version', 'state', 'q'])
  const query = useBoard(filters.values.version || undefined)
  const setting = useSetCompatibility()
  const [selected, setSelected] = useState<ReadonlySet<RowKey>>(new Set())
  const [judged, setJudged] = useState<readonly BoardRow[]>([])
  const [remembered, setRemembered] = useState<BoardRow | null>(null)

  const board = query.data
  const gameVersion = board?.gameVersion
  const rows = board ? shownRows(board.rows, filters.values) : []
  const confirm = (chosen: readonly BoardRow[]) => {
    if (!gameVersion) return
    const releaseIds = chosen.map(({ releaseId }) => releaseId)
    setting.mutate(
      { releaseIds, gameVersion, state: 'confirmed', fixedIn: null, note: '' },
      { onSuccess: () => setSelected(new Set()) },
    )
  }

  if (board && !gameVersion) return <NothingAnnounced />
  return (
    <>
      {board && <BoardProgress board={board} />}
      {setting.isError && <Notice tone="destructive" title={failureText(setting.error)} />}
      <FilterBar
        filters={filters}
        search={{ name: 'q', label: 'Search mods' }}
        selects={selectsOf(board)}
        found={board && `${countText(rows.length)} of ${plural(board.rows.length, 'mod')}`}
      >
        <AnnounceDialog board={board} trigger={<Button size="sm">Announce game version</Button>} />
      </FilterBar>
      <DataTable
        caption="Compatibility of the current releases"
        columns={[...BOARD_COLUMNS, actions({ confirm, judge: setJudged, remember: setRemembered })]}
        rows={rows}
        rowKey={({ releaseId }) => releaseId}
        query={query}
        failure="The board could not be loaded."
        empty={<NothingFound filters={filters} />}
        selection={{
          selected,
          onSelect: setSelected,
          nameOf: ({ title }) => title,
          actions: (chosen) => (
            <>
              <Button variant="primary" size="sm" isLoading={setting.isPending} onClick={() => confirm(chosen)}>
                Confirm {countText(chosen.length)}
              </Button>
              <Button variant="outline" size="sm" onClick={() => setJudged(chosen)}>
                Set state…
              </Button>
            </>
          ),
        }}
      />
      {gameVersion && (
        <VerdictDialog
          rows={judged}
          gameVersion={gameVersion}
          onClose={() => setJudged([])}
          onSaved={() => setSelected(new Set())}
        />
      )}
      <CompatibilityHistory mod={remembered} onClose={() => setRemembered(null)} />
    </>
  )
}

const selectsOf = (board: Answer | undefined) => [
  {
    name: 'version' as const,
    label: 'Game version',
    any: board?.gameVersions[0] ? `${board.gameVersions[0].version}, the newest` : 'Newest version',
    options: (board?.gameVersions.slice(1) ?? []).map(({ version }) => ({ value: version, label: version })),
  },
  {
    name: 'state' as const,
    label: 'State',
    any: 'Any state',
    options: STATES.map((state) => ({ value: state, label: stateWord(state) })),
  },
]

/** Mods that need review first, then by title. */
const shownRows = (rows: readonly BoardRow[], { state, q }: Record<Name, string>) => {
  const words = q.toLowerCase()
  return rows
    .filter((row) => (!state || row.state === state) && row.title.toLowerCase().includes(words))
    .toSorted((one, other) => STATES.indexOf(one.state) - STATES.indexOf(other.state))
}

interface Acts {
  confirm: (rows: readonly BoardRow[]) => void
  judge: (rows: readonly BoardRow[]) => void
  remember: (row: BoardRow) => void
}

const actions = ({ confirm, judge, remember }: Acts): Column<BoardRow> => ({
  key: 'actions',
  header: 'Actions',
  isHeaderHidden: true,
  card: 'action',
  cell: (row) => (
    <Dropdown
      trigger={
        <IconButton label={`More for ${row.title}`} size="icon-sm">
          <Ellipsis aria-hidden="true" />
        </IconButton>
      }
    >
      {row.state !== 'confirmed' && <DropdownItem onSelect={() => confirm([row])}>Confirm</DropdownItem>}
      <DropdownItem onSelect={() => judge([row])}>Set state…</DropdownItem>
      <DropdownItem onSelect={() => remember(row)}>History</DropdownItem>
    </Dropdown>
  ),
})

const NothingAnnounced = () => (
  <EmptyState
    icon={<Gamepad2 />}
    title="No game version announced yet."
    description="Announce the version that players have. Every published mod then appears here to be confirmed."
    action={<AnnounceDialog board={undefined} trigger={<Button variant="primary">Announce a version</Button>} />}
  />
)

const NothingFound = ({ filters: { values, reset } }: { filters: Filters<Name> }) =>
  values.q || values.state ? (
    <EmptyState
      icon={<CircleCheck />}
      title={
        values.state === 'unconfirmed' && !values.q ? 'Nothing is left to confirm.' : 'No mods match these filters.'
      }
      action={
        <Button variant="outline" onClick={reset}>
          Show all
        </Button>
      }
    />
  ) : (
    <EmptyState icon={<Gamepad2 />} title="No mods published yet." />
  )
