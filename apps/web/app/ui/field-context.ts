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

/** Connects a control to its field; the control's own props take precedence. */
export const useFieldControl = (own: OwnProps) => {
  const field = useContext(FieldContext)
  const describedBy = [own['aria-describedby'], field?.describedBy].filter(Boolean).join(' ')

  return {
    id: own.id ?? field?.id,
    'aria-describedby': describedBy || undefined,
    'aria-invalid': own['aria-invalid'] ?? (field?.isInvalid || undefined),
  }
}
