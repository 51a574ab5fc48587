interface HiddenFieldsProps {
  values: Readonly<Record<string, string | number | null | undefined>>
}

/** What a form carries along besides its own fields; nothing for what is not set. */
export const HiddenFields = ({ values }: HiddenFieldsProps) =>
  Object.entries(values).map(
    ([name, value]) => Boolean(value ?? '') && <input key={name} type="hidden" name={name} value={value ?? ''} />,
  )
