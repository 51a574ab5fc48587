import { History } from 'lucide-react'
import { useState } from 'react'
import type { LegalDesk, LegalVersion } from '@slipstream/contract/legal-admin'
import { BUILT_IN_NUMBER, LEGAL_TITLES, type LegalDocument } from '@slipstream/contract/legal-terms'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { failureText } from '#ui/failure-text.ts'
import { Moment } from '#ui/moment.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Status } from '#ui/status.tsx'
import type { Column } from '#ui/table.tsx'
import { Tabs } from '#ui/tabs.tsx'
import type { Tone } from '#ui/tone-style.ts'
import type { PolicyStore } from '../policy-store.ts'
import { useVersion, useVersions, useWithdraw } from './legal-admin.queries.ts'
import { TextDifference } from './text-difference.tsx'
import { TextPreview } from './text-preview.tsx'

const PER_PAGE = 20

const STATES: Record<LegalVersion['state'], { tone: Tone; word: string }> = {
  'built-in': { tone: 'neutral', word: 'Built in' },
  upcoming: { tone: 'info', word: 'Scheduled' },
  current: { tone: 'success', word: 'In effect' },
  earlier: { tone: 'neutral', word: 'Replaced' },
  withdrawn: { tone: 'warning', word: 'Withdrawn' },
}

interface VersionListProps {
  document: LegalDocument
  desk: LegalDesk
  store: PolicyStore
  /** Puts the text of a version into the editor. */
  onCopy: (body: string) => void
}

export const VersionList = (props: VersionListProps) => {
  const { document } = props
  const { list, items } = useVersions(document)
  const [opened, setOpened] = useState<number | null>(null)
  const columns: Column<LegalVersion>[] = [
    {
      key: 'number',
      header: 'Version',
      card: 'title',
      cell: ({ number, note }) => (
        <span className="block py-1.5">
          <button
            type="button"
            className="num rounded-sm underline underline-offset-4"
            onClick={() => setOpened(number)}
          >
            Version {number}
          </button>
          {note && <span className="block text-small text-muted wrap-anywhere">{note}</span>}
        </span>
      ),
    },
    {
      key: 'effective',
      header: 'Takes effect',
      cell: ({ effectiveAt }) => effectiveAt && <Moment at={effectiveAt} />,
    },
    {
      key: 'published',
      header: 'Published',
      cell: ({ publishedAt, publishedBy }) => (
        <>
          {publishedAt && <Moment at={publishedAt} />}
          <span className="text-muted"> by {publishedBy ?? 'a deleted account'}</span>
        </>
      ),
    },
    {
      key: 'state',
      header: 'State',
      card: 'status',
      cell: ({ state }) => <Status tone={STATES[state].tone}>{STATES[state].word}</Status>,
    },
    {
      key: 'acts',
      header: 'Actions',
      cell: ({ state, number }) => state === 'upcoming' && <WithdrawButton document={document} number={number} />,
    },
  ]
  return (
    <section aria-labelledby="legal-versions" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="legal-versions" className="text-base font-semibold">
          Versions
        </h2>
        <Button size="sm" variant="outline" onClick={() => setOpened(BUILT_IN_NUMBER)}>
          Show the built-in text
        </Button>
      </div>
      <DataTable
        caption={`Versions of the ${LEGAL_TITLES[document]}`}
        query={list}
        failure="The versions could not be loaded."
        columns={columns}
        rows={items}
        rowKey={({ number }) => number}
        step={PER_PAGE}
        empty={
          <EmptyState
            icon={<History />}
            title="Nothing is published yet"
            description="Customers read the built-in text. Change it in the editor and publish it."
          />
        }
      />
      {opened !== null && <OpenVersion {...props} number={opened} onClose={() => setOpened(null)} />}
    </section>
  )
}

/** What a version that has not taken effect would change, or what has changed since one that has. */
const differenceTab = ({ state, body }: { state: LegalVersion['state']; body: string }, current: string) => {
  const isAhead = state === 'upcoming' || state === 'withdrawn'
  return {
    value: 'difference',
    label: isAhead ? 'Changes to the current text' : 'Changes since then',
    content: <TextDifference before={isAhead ? current : body} after={isAhead ? body : current} />,
  }
}

const WithdrawButton = ({ document, number }: { document: LegalDocument; number: number }) => {
  const withdraw = useWithdraw(document)
  return (
    <ConfirmDialog
      title={`Withdraw version ${number}?`}
      description="It will not take effect. It stays in this list, and its text can be copied into the editor."
      confirmLabel="Withdraw"
      failureText={failureText}
      onConfirm={() => withdraw.mutateAsync(number)}
      trigger="Withdraw"
    />
  )
}

const OpenVersion = ({
  document,
  desk,
  store,
  onCopy,
  number,
  onClose,
}: VersionListProps & { number: number; onClose: () => void }) => {
  const version = useVersion(document, number)
  return (
    <Dialog
      title={number === BUILT_IN_NUMBER ? `The built-in ${LEGAL_TITLES[document]}` : `Version ${number}`}
      size="lg"
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      footer={
        version.data && (
          <Button
            variant="outline"
            onClick={() => {
              onCopy(version.data.body)
              onClose()
            }}
          >
            Copy into the editor
          </Button>
        )
      }
    >
      {version.isPending && <Skeleton className="h-64 rounded-xl" />}
      {version.error && (
        <ErrorState
          title="This version could not be loaded."
          error={version.error}
          onRetry={() => void version.refetch()}
          isRetrying={version.isFetching}
        />
      )}
      {version.data && (
        <Tabs
          label="Version"
          defaultValue="text"
          tabs={[
            {
              value: 'text',
              label: 'Text',
              content: <TextPreview document={document} text={version.data.text} store={store} />,
            },
            differenceTab(version.data, desk.current.body),
          ]}
        />
      )}
    </Dialog>
  )
}
