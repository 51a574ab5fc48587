import type { ReactNode } from 'react'
import type { ModDetails } from '@slipstream/contract/mods'
import { Changelog } from './changelog.tsx'
import { Compatibility } from './compatibility.tsx'
import { DetailsSection } from './details-section.tsx'
import { Overview } from './overview.tsx'
import { Specifications } from './specifications.tsx'

interface DetailsSectionsProps {
  mod: ModDetails
  gameName: string
  reviews: ReactNode
}

/** The sections that the tabs link to. */
export const DetailsSections = ({ mod, gameName, reviews }: DetailsSectionsProps) => (
  <>
    <Overview about={mod.about} story={mod.story} description={mod.description} tags={mod.tags} />
    <Specifications configurations={mod.configurations} />
    <Compatibility mod={mod} gameName={gameName} />
    <Changelog releases={mod.releases} />
    <DetailsSection id="reviews" title="Reviews">
      {reviews}
    </DetailsSection>
  </>
)
