import { LEGAL_BLOCKS, LEGAL_VALUES, type LegalDocument } from '@slipstream/contract/legal-terms'
import { valueOf } from '../legal-values.tsx'
import type { PolicyStore } from '../policy-store.ts'

/** Explains the formatting of legal texts and lists the placeholders of this one. */
export const PlaceholderList = ({ document, store }: { document: LegalDocument; store: PolicyStore }) => (
  <div className="flex flex-col gap-5 text-ui">
    <p className="text-muted">
      {document === 'cookies'
        ? 'This text is a section of the privacy policy. ### begins a subsection.'
        : 'The first paragraph appears below the title, and the list after it is the short version. ## begins a section, ### a subsection. With an anchor, links to a section still work after its title changes: ## Title {#anchor}.'}{' '}
      Lists begin with - or 1., **two asterisks** make words bold, [words](/contact) make a link. HTML is shown as text.
    </p>
    <Group
      title="Words and figures"
      rows={LEGAL_VALUES.map((name) => [name, valueOf(name, store).trim() || 'Nothing, with today’s settings'])}
    />
    <Group
      title="Tables and lists, each on a line of its own"
      rows={LEGAL_BLOCKS[document].map((name) => [name, 'Generated from the store’s code and settings'])}
    />
  </div>
)

const Group = ({ title, rows }: { title: string; rows: readonly (readonly [name: string, stands: string])[] }) => (
  <div>
    <h3 className="text-small font-medium">{title}</h3>
    <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-small">
      {rows.map(([name, stands]) => (
        <div key={name} className="contents">
          <dt className="font-mono">{`{{${name}}}`}</dt>
          <dd className="min-w-0 wrap-anywhere text-muted">{stands}</dd>
        </div>
      ))}
    </dl>
  </div>
)
