/** A copy of the object that later changes do not affect. */
export const copied = <Row extends object>(row: Row): Row => JSON.parse(JSON.stringify(row)) as Row

/** The previous values of changed fields, as in events. */
export const changesOf = <Row extends object>(before: Row, after: Row): Partial<Row> =>
  Object.fromEntries(
    Object.entries(before).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(after[name as keyof Row]),
    ),
  ) as Partial<Row>
