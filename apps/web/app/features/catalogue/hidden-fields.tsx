interface HiddenFieldsProps {
  values: Readonly<Record<string, string | number | null | undefined>>
}

/** Hidden inputs for the rest of the search; unset values are left out. */
export const HiddenFields = ({ values }: HiddenFieldsProps) =>
  Object.entries(values).map(
    ([name, value]) => Boolean(value ?? '') && <input key={name} type="hidden" name={name} value={value ?? ''} />,
  )
