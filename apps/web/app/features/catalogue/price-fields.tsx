import { Input } from '#ui/input.tsx'
import { useTypedText } from '#ui/use-typed-text.ts'
import type { ModSearch } from './mod-search.ts'

type Prices = Pick<ModSearch, 'minPrice' | 'maxPrice'>

interface PriceFieldsProps {
  search: Prices
  /** The prices of the mods that match all other filters, in whole dollars. */
  range: { min: number; max: number }
  onChange: (prices: Prices) => void
}

export const PriceFields = ({ search: { minPrice, maxPrice }, range, onChange }: PriceFieldsProps) => {
  // Without results there is no price range.
  const isKnown = range.max > 0
  return (
    <fieldset>
      <legend className="mb-3 text-small font-medium">Price</legend>
      <div className="flex items-center gap-2">
        <PriceField
          label="Lowest price in dollars"
          name="minPrice"
          value={minPrice}
          placeholder={isKnown ? String(range.min) : 'Min'}
          onChange={(price) => onChange({ minPrice: price, maxPrice })}
        />
        <span className="text-small text-subtle">to</span>
        <PriceField
          label="Highest price in dollars"
          name="maxPrice"
          value={maxPrice}
          placeholder={isKnown ? String(range.max) : 'Max'}
          onChange={(price) => onChange({ minPrice, maxPrice: price })}
        />
      </div>
    </fieldset>
  )
}

interface PriceFieldProps {
  label: string
  name: string
  value: number | null
  placeholder: string
  onChange: (price: number | null) => void
}

const PriceField = ({ label, name, value, placeholder, onChange }: PriceFieldProps) => {
  const { text, setText, finish } = useTypedText(value === null ? '' : String(value), (typed) =>
    onChange(typed === '' ? null : Number(typed)),
  )
  return (
    <Input
      aria-label={label}
      name={name}
      inputMode="numeric"
      autoComplete="off"
      maxLength={6}
      icon={<span className="text-ui">$</span>}
      className="num min-w-0 flex-1"
      placeholder={placeholder}
      value={text}
      onChange={(event) => setText(event.currentTarget.value.replace(/\D/g, ''))}
      onBlur={finish}
    />
  )
}
