export const yesNo = (flag: boolean) => (flag ? 'Yes' : 'No');

/** The label of a role in the role selector (docs/look.md, "Forms"). */
export const roleName = (authority: string) => `Role(authority:${authority})`;
