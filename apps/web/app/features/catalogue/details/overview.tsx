import type { StoryBlock } from '@slipstream/contract/story'
import { Link } from '#lib/link.ts'
import { DetailsSection } from './details-section.tsx'
import { Story } from './story.tsx'

interface OverviewProps {
  about: readonly string[]
  /** Empty for a story without formatting, which `about` contains. */
  story: readonly StoryBlock[]
  description: string
  tags: readonly string[]
}

export const Overview = ({ about, story, description, tags }: OverviewProps) => (
  <DetailsSection id="overview" title="Overview">
    <div className="mt-4 max-w-[68ch] space-y-4 text-body-l text-pretty text-foreground/85">
      {story.length > 0 ? (
        <Story blocks={story} />
      ) : (
        (about.length > 0 ? about : [description]).map((paragraph) => <p key={paragraph}>{paragraph}</p>)
      )}
    </div>
    {tags.length > 0 && (
      <ul className="mt-6 flex flex-wrap gap-2" aria-label="Tags">
        {tags.map((tag) => (
          <li key={tag}>
            <Link
              to={`/mods?tags=${encodeURIComponent(tag)}`}
              className="inline-flex h-8 items-center rounded-full border px-3 text-small text-muted transition-colors hover:border-input hover:text-foreground"
            >
              {tag}
            </Link>
          </li>
        ))}
      </ul>
    )}
  </DetailsSection>
)
