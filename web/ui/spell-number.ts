const words = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

/** 6 → `six`; numbers above ten stay figures. */
export function spellNumber(number: number): string {
  return words[number] ?? String(number)
}
