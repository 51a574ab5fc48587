import type { ComponentType } from 'react'
import type { LegalBlock, LegalListItem } from '@slipstream/contract/legal-documents'
import type { LegalBlockName } from '@slipstream/contract/legal-terms'
import { Words } from './legal-values.tsx'
import type { PolicyStore } from './policy-store.ts'

/** The parts that the store generates, by the name of their placeholder. */
export type GeneratedParts = Partial<Record<LegalBlockName, ComponentType<PolicyStore>>>

export interface Drawing {
  store: PolicyStore
  generated: GeneratedParts
}

export const Blocks = ({ blocks, ...drawing }: Drawing & { blocks: readonly LegalBlock[] }) =>
  blocks.map((block, place) => <Block key={place} block={block} {...drawing} />)

const Block = ({ block, store, generated }: Drawing & { block: LegalBlock }) => {
  switch (block.kind) {
    case 'paragraph':
      return (
        <p>
          <Words runs={block.runs} store={store} />
        </p>
      )
    case 'heading':
      return (
        <h3 className="font-semibold text-foreground">
          <Words runs={block.runs} store={store} />
        </h3>
      )
    case 'list': {
      const List = block.isOrdered ? 'ol' : 'ul'
      return (
        <List>
          {block.items.map((item, place) => (
            <li key={place}>
              <Item item={item} store={store} />
            </li>
          ))}
        </List>
      )
    }
    case 'generated': {
      const Part = generated[block.name]
      return Part ? <Part {...store} /> : null
    }
  }
}

export const Item = ({ item: { paragraphs, nested }, store }: { item: LegalListItem; store: PolicyStore }) => {
  const List = nested?.isOrdered ? 'ol' : 'ul'
  const [only] = paragraphs
  return (
    <>
      {paragraphs.length === 1 && only ? (
        <Words runs={only} store={store} />
      ) : (
        paragraphs.map((runs, place) => (
          <p key={place}>
            <Words runs={runs} store={store} />
          </p>
        ))
      )}
      {nested && (
        <List className={nested.isOrdered ? 'list-decimal pl-6' : 'list-disc pl-5'}>
          {nested.items.map((runs, place) => (
            <li key={place}>
              <Words runs={runs} store={store} />
            </li>
          ))}
        </List>
      )}
    </>
  )
}
