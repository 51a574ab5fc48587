export const whole = new Intl.NumberFormat('en-US')
