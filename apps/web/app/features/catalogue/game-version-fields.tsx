import { chooseGameVersion, useGameVersion } from '#lib/game-version.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { NativeSelect } from '#ui/native-select.tsx'
import type { ModSearch } from './mod-search.ts'

interface GameVersionFieldsProps {
  search: ModSearch
  gameVersions: readonly string[]
  onChange: (search: ModSearch) => void
}

/** The visitor's version of the game, which the browser remembers, and whether the list is limited to it. */
export const GameVersionFields = ({ search, gameVersions, onChange }: GameVersionFieldsProps) => {
  const remembered = useGameVersion()
  // A shared link may ask for another version.
  const chosen = search.gameVersion || (gameVersions.includes(remembered) ? remembered : '')
  const isFiltered = search.gameVersion !== ''
  if (gameVersions.length === 0 && !isFiltered) return null
  const versions = isFiltered && !gameVersions.includes(search.gameVersion) ? [search.gameVersion] : []
  return (
    <fieldset>
      <legend className="mb-3 text-small font-medium">Your game</legend>
      <div className="flex flex-col gap-2.5">
        <NativeSelect
          aria-label="Your version of the game"
          options={[
            { value: '', label: 'Choose your version' },
            ...[...gameVersions, ...versions].map((version) => ({ value: version, label: `Version ${version}` })),
          ]}
          value={chosen}
          onValueChange={(version) => {
            chooseGameVersion(version)
            if (isFiltered) onChange({ ...search, gameVersion: version })
          }}
        />
        <Checkbox
          name="gameVersion"
          value={chosen || (gameVersions[0] ?? '')}
          label={chosen ? `Works with ${chosen}` : 'Works with the newest'}
          checked={isFiltered}
          onCheckedChange={(isOn) =>
            onChange({ ...search, gameVersion: isOn ? chosen || (gameVersions[0] ?? '') : '' })
          }
        />
      </div>
    </fieldset>
  )
}
