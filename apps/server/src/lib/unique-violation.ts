/** Whether PostgreSQL rejected a duplicate value. Drizzle wraps the driver's error as the cause. */
export const isUniqueViolation = (error: unknown, constraint: string): boolean => {
  const { cause } = error as { cause?: { code?: string; constraint?: string } }
  return cause?.code === '23505' && cause.constraint === constraint
}
