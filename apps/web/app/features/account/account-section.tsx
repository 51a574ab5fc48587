import type { ReactNode } from 'react'
import { Card } from '#ui/card.tsx'
import { OutcomeText } from './outcome.tsx'
import { useProof } from './proof-context.ts'
import { SECTION_TITLES, type SectionId } from './section-titles.ts'

interface AccountSectionProps {
  id: SectionId
  description: ReactNode
  children: ReactNode
}

export const AccountSection = ({ id, description, children }: AccountSectionProps) => {
  const { confirmed } = useProof()
  return (
    <Card id={id} aria-label={SECTION_TITLES[id]} title={SECTION_TITLES[id]} description={description}>
      <div className="flex flex-col gap-5">
        {confirmed === id && (
          <p role="status" className="text-small">
            <OutcomeText isGood>Discord has confirmed your identity. Please make your change again.</OutcomeText>
          </p>
        )}
        {children}
      </div>
    </Card>
  )
}

/** A subsection with its own heading. */
export const SubSection = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="flex flex-col gap-3 border-t pt-5">
    <h3 className="text-ui font-semibold">{title}</h3>
    {children}
  </div>
)
