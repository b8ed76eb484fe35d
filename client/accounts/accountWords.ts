export const yesNo = (flag: boolean) => (flag ? 'Yes' : 'No');

/** How the role selector lists them (docs/look.md, "Forms"). */
export const roleName = (authority: string) => `Role(authority:${authority})`;
