import { CircleCheck, TriangleAlert } from 'lucide-react'
import type { ModDetails } from '@slipstream/contract/mods'
import { chooseGameVersion, useGameVersion } from '#lib/game-version.ts'
import { VERDICTS, verdictOf } from '#lib/works.ts'
import { cx } from '#ui/cx.ts'
import { NativeSelect } from '#ui/native-select.tsx'
import { toneStyles } from '#ui/tone-style.ts'

/**
 * Whether the mod works with the visitor's version of the game, or with the newest one until they choose. Always one
 * line, so that nothing moves when the choice is known.
 */
export const YourGame = ({ mod: { compatibility, gameVersions } }: { mod: ModDetails }) => {
  const remembered = useGameVersion()
  const chosen = gameVersions.includes(remembered) ? remembered : ''
  const gameVersion = chosen || gameVersions[0]
  if (gameVersion === undefined) return null
  const verdict = verdictOf(compatibility.find((tested) => tested.gameVersion === gameVersion)?.state)
  const { tone, word } = VERDICTS[verdict]
  const Icon = verdict === 'works' ? CircleCheck : TriangleAlert
  return (
    <div className="flex items-center justify-between gap-3 py-2.5">
      <dt>
        <NativeSelect
          aria-label="Your version of the game"
          size="sm"
          className="w-32"
          options={[
            { value: '', label: 'Your game' },
            ...gameVersions.map((version) => ({ value: version, label: `Game ${version}` })),
          ]}
          value={chosen}
          onValueChange={chooseGameVersion}
        />
      </dt>
      <dd className="min-w-0">
        <a
          href="#compatibility"
          className={cx('num flex items-center gap-1.5 text-(--tone) hover:underline', toneStyles[tone])}
        >
          <Icon className="size-4" aria-hidden="true" />
          <span className="truncate">
            {word} {gameVersion}
          </span>
        </a>
      </dd>
    </div>
  )
}
