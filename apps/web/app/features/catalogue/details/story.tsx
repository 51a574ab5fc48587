import type { StoryBlock, StoryRun } from '@slipstream/contract/story'
import { Picture } from '#ui/picture.tsx'

/** A formatted story, which the server has parsed. The store does not vouch for its links. */
export const Story = ({ blocks }: { blocks: readonly StoryBlock[] }) =>
  blocks.map((block, place) => <Block key={place} block={block} />)

const Block = ({ block }: { block: StoryBlock }) => {
  if (block.kind === 'picture') {
    return (
      <figure>
        <Picture
          picture={{ ...block.picture, alt: block.picture.alt || block.caption }}
          sizes="(min-width: 768px) 640px, 90vw"
          className="w-full rounded-2xl"
        />
        {block.caption && <figcaption className="mt-2 text-small text-muted">{block.caption}</figcaption>}
      </figure>
    )
  }
  if (block.kind === 'list') return <List {...block} />
  if (block.kind === 'paragraph') {
    return (
      <p>
        <Words runs={block.runs} />
      </p>
    )
  }
  const Heading = block.isSmall ? 'h4' : 'h3'
  return (
    <Heading className={block.isSmall ? 'font-semibold text-foreground' : 'text-title text-foreground'}>
      <Words runs={block.runs} />
    </Heading>
  )
}

const List = ({ isOrdered, items }: Extract<StoryBlock, { kind: 'list' }>) => {
  const Tag = isOrdered ? 'ol' : 'ul'
  return (
    <Tag className={isOrdered ? 'list-decimal pl-6' : 'list-disc pl-5'}>
      {items.map(({ runs, below }, place) => (
        <li key={place}>
          <Words runs={runs} />
          {below.length > 0 && (
            <ul className="list-disc pl-5">
              {below.map((each, index) => (
                <li key={index}>
                  <Words runs={each} />
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </Tag>
  )
}

const Words = ({ runs }: { runs: readonly StoryRun[] }) =>
  runs.map((run, place) => (typeof run === 'string' ? run : <Run key={place} run={run} />))

const Run = ({ run: { text, isStrong, isEmphasis, href } }: { run: Exclude<StoryRun, string> }) => {
  const emphasized = isEmphasis ? <em>{text}</em> : text
  const words = isStrong ? <strong>{emphasized}</strong> : emphasized
  if (href === undefined) return words
  return (
    <a href={href} rel="nofollow noopener" className="underline underline-offset-4">
      {words}
    </a>
  )
}
