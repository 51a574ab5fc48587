import type { LegalDesk as Desk } from '@slipstream/contract/legal-admin'
import { BUILT_IN_NUMBER, type LegalDocument } from '@slipstream/contract/legal-terms'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Moment } from '#ui/moment.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Tabs } from '#ui/tabs.tsx'
import type { PolicyStore } from '../policy-store.ts'
import { AgreedTexts } from './agreed-texts.tsx'
import { useDesk } from './legal-admin.queries.ts'
import { LegalEditor } from './legal-editor.tsx'
import { PlaceholderList } from './placeholder-list.tsx'
import { TextDifference } from './text-difference.tsx'
import { TextPreview } from './text-preview.tsx'
import { useLegalDraft } from './use-legal-draft.ts'
import { VersionList } from './version-list.tsx'

interface LegalDeskProps {
  document: LegalDocument
  store: PolicyStore
}

/** The editor of one legal text, its versions, and what buyers agreed to. */
export const LegalDesk = ({ document, store }: LegalDeskProps) => {
  const desk = useDesk(document)
  if (desk.isPending) return <Skeleton className="h-96 rounded-2xl" />
  if (!desk.data) {
    return (
      <Card>
        <ErrorState
          title="This text could not be loaded."
          error={desk.error}
          onRetry={() => void desk.refetch()}
          isRetrying={desk.isFetching}
        />
      </Card>
    )
  }
  return <OpenDesk document={document} store={store} desk={desk.data} />
}

const OpenDesk = ({ document, store, desk }: LegalDeskProps & { desk: Desk }) => {
  const draft = useLegalDraft(document, desk)
  return (
    <>
      <InEffect desk={desk} />
      <div className="grid items-start gap-5 xl:grid-cols-2">
        <LegalEditor document={document} desk={desk} draft={draft} />
        <Card className="max-h-[70vh] min-w-0 overflow-y-auto">
          <Tabs
            label="The draft"
            defaultValue="preview"
            tabs={[
              {
                value: 'preview',
                label: 'Preview',
                content: <TextPreview document={document} text={draft.checked.text} store={store} />,
              },
              {
                value: 'difference',
                label: 'Difference',
                content: <TextDifference before={desk.current.body} after={draft.body} />,
              },
              {
                value: 'help',
                label: 'Placeholders',
                content: <PlaceholderList document={document} store={store} />,
              },
            ]}
          />
        </Card>
      </div>
      <VersionList document={document} desk={desk} store={store} onCopy={draft.change} />
      <AgreedTexts />
    </>
  )
}

const InEffect = ({ desk: { current, upcoming } }: { desk: Desk }) => (
  <p className="text-ui text-muted">
    {current.number === BUILT_IN_NUMBER ? (
      'Customers read the built-in text.'
    ) : (
      <>
        Customers read version {current.number}
        {current.effectiveAt && (
          <>
            , in effect since <Moment at={current.effectiveAt} />
          </>
        )}
        .
      </>
    )}
    {upcoming?.effectiveAt && (
      <>
        {' '}
        Version {upcoming.number} takes effect <Moment at={upcoming.effectiveAt} />.
      </>
    )}
  </p>
)
