import { createContext, useContext } from 'react'

interface FieldControl {
  id: string
  describedBy: string | undefined
  isInvalid: boolean
}

export const FieldContext = createContext<FieldControl | null>(null)

interface OwnProps {
  id?: string | undefined
  'aria-describedby'?: string | undefined
  'aria-invalid'?: boolean | 'true' | 'false' | 'grammar' | 'spelling' | undefined
}

/** What a control needs to belong to the field around it; what it says itself comes first. */
export const useFieldControl = (own: OwnProps) => {
  const field = useContext(FieldContext)
  const describedBy = [own['aria-describedby'], field?.describedBy].filter(Boolean).join(' ')

  return {
    id: own.id ?? field?.id,
    'aria-describedby': describedBy || undefined,
    'aria-invalid': own['aria-invalid'] ?? (field?.isInvalid || undefined),
  }
}
