import { tabListStyles, tabStyles } from '#ui/tab-style.ts'
import { chooseUnits, UNITS, type Units } from '#lib/units.ts'

const WORDS: Record<Units, string> = { metric: 'Metric', imperial: 'Imperial' }

export const UnitsSwitch = ({ units }: { units: Units }) => (
  <div role="group" aria-label="Units" className={tabListStyles.segmented}>
    {UNITS.map((each) => (
      <button
        key={each}
        type="button"
        aria-pressed={each === units}
        data-state={each === units ? 'active' : 'inactive'}
        onClick={() => chooseUnits(each)}
        className={tabStyles.segmented}
      >
        {WORDS[each]}
      </button>
    ))}
  </div>
)
