import { CircleCheck, CircleHelp, CircleX, Wrench } from 'lucide-react'
import type { Compatibility as Tested, ModDetails } from '@slipstream/contract/mods'
import { cx } from '#ui/cx.ts'
import { type Tone, toneStyles } from '#ui/tone-style.ts'
import { DetailsSection } from './details-section.tsx'
import { InstallGuide } from './install-guide.tsx'

/** Each state has a word, an icon and a color, so that no user depends on only one of them. */
const STATES: Record<Tested['state'], { Icon: typeof Wrench; tone: Tone; word: (tested: Tested) => string }> = {
  confirmed: { Icon: CircleCheck, tone: 'success', word: () => 'Tested' },
  unconfirmed: { Icon: CircleHelp, tone: 'warning', word: () => 'Not yet confirmed' },
  broken: { Icon: CircleX, tone: 'destructive', word: () => 'Broken' },
  fixed: { Icon: Wrench, tone: 'info', word: ({ fixedIn }) => `Fixed in v${fixedIn}` },
}

interface CompatibilityProps {
  mod: Pick<ModDetails, 'title' | 'compatibility' | 'requirements'>
  gameName: string
}

export const Compatibility = ({ mod, gameName }: CompatibilityProps) => (
  <DetailsSection id="compatibility" title="Compatibility">
    {mod.compatibility.length > 0 ? (
      <ul className="mt-5 grid gap-3 text-ui sm:grid-cols-2 xl:grid-cols-3">
        {mod.compatibility.map((tested) => (
          <GameVersion key={tested.gameVersion} tested={tested} />
        ))}
      </ul>
    ) : (
      <p className="mt-4 text-muted">Not yet tested with any version of {gameName}.</p>
    )}
    <div className="mt-10 grid gap-x-10 gap-y-8 md:grid-cols-2">
      <div>
        <h3 className="text-title">Requirements</h3>
        <ul className="mt-4 list-disc space-y-2 pl-5 text-body text-muted marker:text-subtle">
          {(mod.requirements.length > 0 ? mod.requirements : [`Only ${gameName}`]).map((requirement) => (
            <li key={requirement}>{requirement}</li>
          ))}
        </ul>
      </div>
      <InstallGuide title={mod.title} gameName={gameName} />
    </div>
  </DetailsSection>
)

const GameVersion = ({ tested }: { tested: Tested }) => {
  const { Icon, tone, word } = STATES[tested.state]
  return (
    <li className="surface flex gap-3 rounded-xl p-4">
      <Icon className={cx('size-5 text-(--tone)', toneStyles[tone])} aria-hidden="true" />
      <div className="min-w-0">
        <p className="num leading-5 font-medium">Game {tested.gameVersion}</p>
        <p className={cx('mt-0.5 text-small text-(--tone)', toneStyles[tone])}>{word(tested)}</p>
        {tested.note && <p className="mt-1 text-small text-pretty text-muted">{tested.note}</p>}
      </div>
    </li>
  )
}
