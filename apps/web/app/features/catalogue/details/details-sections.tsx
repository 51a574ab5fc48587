import type { ModDetails } from '@slipstream/contract/mods'
import { Changelog } from './changelog.tsx'
import { Compatibility } from './compatibility.tsx'
import { DetailsSection } from './details-section.tsx'
import { Overview } from './overview.tsx'
import { OTHER_SECTIONS, type OtherSections } from './section-tabs.tsx'
import { Specifications } from './specifications.tsx'

interface DetailsSectionsProps {
  mod: ModDetails
  gameName: string
  others: OtherSections
}

/** The sections that the tabs link to. */
export const DetailsSections = ({ mod, gameName, others }: DetailsSectionsProps) => (
  <>
    <Overview about={mod.about} story={mod.story} description={mod.description} tags={mod.tags} />
    <Specifications configurations={mod.configurations} />
    <Compatibility mod={mod} gameName={gameName} />
    <Changelog releases={mod.releases} />
    {OTHER_SECTIONS.map(({ id, title }) => (
      <DetailsSection key={id} id={id} title={title}>
        {others[id]}
      </DetailsSection>
    ))}
  </>
)
