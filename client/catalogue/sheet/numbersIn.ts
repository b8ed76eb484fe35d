/** Splits a field with several numbers: "X235 / HD103", "35121-MFL, 35121-MGZ". A slash without spaces is part of a number. */
export const numbersIn = (field: string) => [...new Set(field.split(/\s*[,;\n]\s*|\s+[/|]\s+/).filter(Boolean))];
