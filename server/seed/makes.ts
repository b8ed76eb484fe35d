/**
 * The makes of the demo catalogue and their model lines, 1990 to the present.
 *
 * A line is `name`, two spaces or more, then years and the key family of those years; `;` separates the families.
 * `2021-` is still made. The years of production are approximate: they were not checked with the makers.
 */
export interface DemoMake {
  id: number;
  displayName: string;
  fullName: string;
  otherDetails: string;
  lines: string;
}

export const demoMakes: DemoMake[] = [
  {
    id: 1,
    displayName: 'Adly',
    fullName: 'Her Chee Industrial Co., Ltd.',
    otherDetails: 'Taiwan, founded 1978; scooters and ATVs.',
    lines: `
      ATV 50                    2000-2012 TWN-1
      ATV 150 Utility           2003-2009 TWN-1
      ATV 300 Sport             2004-2012 TWN-1
      ATV 500S                  2009-2014 TWN-1
      Hurricane 500             2008-2014 TWN-1
      Jet 50                    1997-2005 TWN-1
      Noble 50                  2004-2012 TWN-1
      Panther 50                2001-2009 TWN-1
      Silver Fox 50             1998-2012 TWN-1
      Thunder Bike 50           1998-2010 TWN-1
    `,
  },
  {
    id: 2,
    displayName: 'Aeon',
    fullName: 'Aeon Motor Co., Ltd.',
    otherDetails: 'Taiwan, founded 1998; ATVs and scooters.',
    lines: `
      Cobra 220                 2003-2012 TWN-1
      Cobra 350                 2011-2018 TWN-1
      Crossland 400             2012-2022 TWN-1
      Elite 350                 2012-2020 TWN-1
      Overland 180              2005-2012 TWN-1
      Revo 100                  2003-2012 TWN-1
      Urban 350                 2013-2020 TWN-1
    `,
  },
  {
    id: 3,
    displayName: 'AJS',
    fullName: 'AJS Motorcycles Ltd.',
    otherDetails: 'United Kingdom, name of 1909, revived in the 1980s; small motorcycles built in China.',
    lines: `
      Bullet 50                 2021- CHN-1
      Cadwell 125               2017-2023 CHN-1
      DD125E Regal Raptor       2006-2016 CHN-1
      Eco 2                     2008-2016 CHN-1
      EOS 125                   2013-2020 CHN-1
      Firefox 50                2014-2020 CHN-1
      JS 125-E2                 2009-2016 CHN-1
      JSM 125                   2014-2022 CHN-1
      Modena 125                2011-2020 CHN-1
      NAC 12                    2015-2019 CHN-1
      Tempest Scrambler 125     2018-2023 CHN-1
    `,
  },
  {
    id: 4,
    displayName: 'American IronHorse',
    fullName: 'American IronHorse Motorcycle Company, Inc.',
    otherDetails: 'United States (Fort Worth, Texas), 1995 to 2008; factory-built custom motorcycles.',
    lines: `
      Bandit                    1999-2002 USC-TUB
      Classic                   1997-2003 USC-TUB
      Judge                     2003-2004 USC-TUB
      Legend                    2000-2007 USC-TUB
      LSC                       2004-2008 USC-TUB
      Outlaw                    1998-2005 USC-TUB
      Slammer                   1999-2008 USC-TUB
      Stalker                   1999-2003 USC-TUB
      Tejas                     2004-2007 USC-TUB
      Texas Chopper             2003-2008 USC-TUB
    `,
  },
  {
    id: 5,
    displayName: 'Aprilia',
    fullName: 'Aprilia S.p.A., Piaggio & C. group',
    otherDetails: 'Italy (Noale), founded 1945; sport motorcycles and scooters, part of Piaggio since 2004.',
    lines: `
      AF1 125                   1990-1993 APR-1
      Area 51                   1998-2001 APR-1
      Atlantic 125              2003-2012 APR-1
      Atlantic 500              2002-2008 APR-IMM
      Caponord 1000             2001-2007 APR-1
      Caponord 1200             2013-2017 APR-IMM
      Dorsoduro 750             2008-2016 APR-IMM
      Dorsoduro 900             2017-2020 APR-IMM
      Dorsoduro 1200            2011-2016 APR-IMM
      Habana 50                 1999-2006 APR-1
      Leonardo 125              1996-2004 APR-1
      Leonardo 150              1996-2004 APR-1
      Mana 850                  2007-2016 APR-IMM
      Mojito 50                 2004-2013 APR-1
      Moto 6.5                  1995-2002 APR-1
      Pegaso 125                1990-1995 APR-1
      Pegaso 650                1992-2004 APR-1
      Pegaso 650 Strada         2005-2009 APR-1
      RS 50                     1993-2005 APR-1
      RS 125                    1992-2012 APR-1 ; 2017- APR-IMM
      RS 250                    1994-2003 APR-1
      RS4 50                    2011-2020 APR-IMM
      RS4 125                   2011-2016 APR-IMM
      RS 457                    2024- APR-IMM
      RS 660                    2020- APR-IMM
      RSV 1000 R Mille          1998-2003 APR-1
      RSV 1000 R Factory        2004-2009 APR-IMM
      RSV4 Factory              2009- APR-IMM
      RSV4 RR                   2015-2020 APR-IMM
      RX 50                     1991-2005 APR-1
      RXV 450                   2006-2015 ZAD-EU
      RXV 550                   2006-2015 ZAD-EU
      Scarabeo 50               1993-2017 APR-1
      Scarabeo 125              1999-2014 APR-1
      Scarabeo 200              1999-2014 APR-1
      Scarabeo 500              2003-2013 APR-IMM
      Shiver 750                2007-2017 APR-IMM
      Shiver 900                2017-2020 APR-IMM
      SL 1000 Falco             1999-2004 APR-1
      Sonic 50                  1998-2008 APR-1
      SR 50                     1992-2019 APR-1
      SR GT 125                 2022- APR-IMM
      SR GT 200                 2022- APR-IMM
      SR Max 300                2011-2016 APR-IMM
      SRV 850                   2012-2016 APR-IMM
      SX 50                     2006-2020 APR-1
      SX 125                    2008-2012 APR-1 ; 2018- APR-IMM
      SXV 550                   2006-2014 ZAD-EU
      Tuareg 660                2021- APR-IMM
      Tuono 125                 2017- APR-IMM
      Tuono 457                 2025- APR-IMM
      Tuono 660                 2021- APR-IMM
      Tuono 1000 R              2002-2011 APR-IMM
      Tuono V4                  2011- APR-IMM
    `,
  },
  {
    id: 6,
    displayName: 'Arctic Cat',
    fullName: 'Arctic Cat Inc., Textron Specialized Vehicles',
    otherDetails: 'United States (Thief River Falls, Minnesota), founded 1960; ATVs and snowmobiles.',
    lines: `
      Alterra 300               2017- POL-1
      Alterra 400               2016-2019 POL-1
      Alterra 500               2016-2019 POL-1
      Alterra 600               2022- POL-1
      Alterra 700               2016-2021 POL-1
      ATV 250 4x4               1999-2005 POL-1
      ATV 300                   1998-2005 POL-1
      ATV 400                   1998-2015 POL-1
      ATV 500                   1998-2015 POL-1
      DVX 400                   2004-2008 SUZ-ATV
      Mud Pro 700               2009-2015 POL-1
      Mud Pro 1000              2010-2015 POL-1
      Prowler 650               2006-2009 POL-1
      Prowler 700               2010-2017 POL-1
      ThunderCat 1000           2008-2011 POL-1
      TRV 700                   2007-2015 POL-1
      Wildcat 1000              2012-2019 POL-1
      Wildcat Trail             2014-2020 POL-1
    `,
  },
  {
    id: 7,
    displayName: 'Bajaj',
    fullName: 'Bajaj Auto Limited',
    otherDetails: 'India (Pune), founded 1945; motorcycles and three-wheelers, partner of KTM and Triumph.',
    lines: `
      Avenger 180               2005-2007 IND-1
      Avenger 220               2010- IND-1
      Boxer 150                 2011- IND-1
      Caliber 115               1998-2006 IND-1
      Chetak                    1990-2006 IND-1
      Chetak Electric           2020- CHN-KL
      CT 100                    2003-2022 IND-1
      Discover 125              2004-2018 IND-1
      Discover 150              2010-2018 IND-1
      Dominar 250               2020- IND-1
      Dominar 400               2016- IND-1
      Freedom 125               2024- IND-1
      Platina 100               2006- IND-1
      Platina 110               2018- IND-1
      Pulsar 125                2019- IND-1
      Pulsar 150                2001- IND-1
      Pulsar 180                2001-2022 IND-1
      Pulsar 220F               2007- IND-1
      Pulsar N160               2022- IND-1
      Pulsar N250               2021- IND-1
      Pulsar NS200              2012- IND-1
      Pulsar NS400Z             2024- IND-1
      Pulsar RS200              2015- IND-1
      V15                       2016-2019 IND-1
    `,
  },
  {
    id: 8,
    displayName: 'Benelli',
    fullName: 'Benelli Q.J. S.r.l.',
    otherDetails: 'Italy (Pesaro), founded 1911; motorcycles and scooters, part of Qianjiang since 2005.',
    lines: `
      302R                      2017- CHN-2
      302S                      2019- CHN-2
      491                       1998-2008 ZAD-EU
      502C                      2019- CHN-2
      752S                      2019- CHN-2
      Adiva 125                 2001-2006 ZAD-EU
      BN 125                    2018- CHN-2
      BN 251                    2015-2020 CHN-2
      BN 302                    2014-2020 CHN-2
      BN 600                    2013-2020 CHN-2
      Bobber 500                2024- CHN-2
      Caffenero 250             2009-2015 CHN-1
      Imperiale 400             2018- CHN-2
      K2 50                     1999-2005 ZAD-EU
      Leoncino 125              2022- CHN-2
      Leoncino 250              2018- CHN-2
      Leoncino 500              2017- CHN-2
      Leoncino 800              2021- CHN-2
      Pepe 50                   1999-2013 ZAD-EU
      Tornado Naked T 125       2019- CHN-2
      Tornado Tre 900           2002-2014 ZAD-EU
      TNT 899                   2008-2015 ZAD-EU
      TNT 1130                  2004-2015 ZAD-EU
      Tre-K 899                 2008-2015 ZAD-EU
      Tre-K 1130                2006-2015 ZAD-EU
      TRK 251                   2018- CHN-2
      TRK 502                   2016- CHN-2
      TRK 702                   2023- CHN-2
      Velvet 125                1999-2006 ZAD-EU
      Zafferano 250             2009-2016 CHN-1
    `,
  },
  {
    id: 9,
    displayName: 'Beta',
    fullName: 'Betamotor S.p.A.',
    otherDetails: 'Italy (Rignano sull’Arno), founded 1905; trials, enduro and small motorcycles.',
    lines: `
      Alp 125                   1998-2012 END-1
      Alp 200                   2000-2018 END-1
      Alp 4.0                   2003-2018 ZAD-EU
      Alp X                     2024- ZAD-EU
      Ark 50                    1996-2012 ZAD-EU
      Eikon 50                  1999-2005 ZAD-EU
      Euro 350                  2004-2008 ZAD-EU
      Evo 250                   2009- END-1
      Jonathan 350              2005-2009 ZAD-EU
      M4 350                    2007-2010 ZAD-EU
      Motard 4.0                2005-2011 ZAD-EU
      Quadra 50                 1994-1999 ZAD-EU
      Rev-3 250                 2000-2008 END-1
      RR 50                     1999- END-1
      RR 125 LC                 2010- ZAD-EU
      RR 250 Enduro             2013- END-1
      RR 390                    2015- END-1
      RR 450 Enduro             2005-2014 END-1
      Techno 250                1994-1999 END-1
      Tempo 50                  1995-2000 ZAD-EU
      Xtrainer 300              2015- END-1
    `,
  },
  {
    id: 10,
    displayName: 'Big Dog',
    fullName: 'Big Dog Motorcycles, LLC',
    otherDetails: 'United States (Wichita, Kansas), founded 1994; custom cruisers and choppers.',
    lines: `
      Bulldog                   2001-2009 USC-TUB
      Chopper                   2003-2006 USC-TUB
      Coyote                    2008-2009 USC-TUB
      K-9                       2005-2010 USC-TUB
      Mastiff                   1999-2009 USC-TUB
      Mutt                      2007-2008 USC-TUB
      Pitbull                   1998-2010 USC-TUB
      Pro Sport                 1997-2002 USC-TUB
      Ridgeback                 2004-2010 USC-TUB
      Vintage Classic           1997-2003 USC-TUB
      Wolf                      2008-2010 USC-TUB
    `,
  },
  {
    id: 11,
    displayName: 'Bimota',
    fullName: 'Bimota S.p.A.',
    otherDetails: 'Italy (Rimini), founded 1973; hand-built sport motorcycles, with Kawasaki since 2019.',
    lines: `
      BB3                       2013-2016 ZAD-EU
      DB2                       1993-1998 ZAD-EU
      DB3 Mantra                1995-2000 ZAD-EU
      DB4                       1998-2001 ZAD-EU
      DB5                       2004-2012 ZAD-EU
      DB6 Delirio               2006-2012 ZAD-EU
      DB7                       2007-2013 ZAD-EU
      KB4                       2021- KAW-IMM
      KB998 Rimini              2025- KAW-IMM
      SB6                       1994-1998 ZAD-EU
      SB8R                      1998-2000 ZAD-EU
      Supermono BB1             1995-1997 ZAD-EU
      Tesi 1D                   1991-1994 ZAD-EU
      Tesi 3D                   2007-2015 ZAD-EU
      Tesi H2                   2020- KAW-KIPASS
      YB9 SR                    1994-1998 ZAD-EU
      YB11                      1996-1999 ZAD-EU
    `,
  },
  {
    id: 12,
    displayName: 'BMW',
    fullName: 'Bayerische Motoren Werke AG, BMW Motorrad',
    otherDetails: 'Germany (Munich, works in Berlin), motorcycles since 1923; boxers, fours, singles, scooters.',
    lines: `
      C 400 GT                  2019- BMW-KLR
      C 400 X                   2018- BMW-KLR
      C 600 Sport               2012-2015 BMW-EWS
      C 650 GT                  2012-2020 BMW-EWS
      C 650 Sport               2016-2020 BMW-EWS
      C evolution               2014-2020 BMW-KLR
      C1 125                    2000-2002 BMW-BW9
      C1 200                    2001-2003 BMW-BW9
      CE 02                     2024- BMW-KLR
      CE 04                     2022- BMW-KLR
      F 650 Funduro             1993-2000 BMW-90
      F 650 CS Scarver          2001-2005 BMW-BW9
      F 650 GS                  2000-2003 BMW-BW9 ; 2004-2012 BMW-EWS
      F 650 GS Dakar            2000-2007 BMW-BW9
      F 700 GS                  2012-2018 BMW-EWS
      F 750 GS                  2018-2023 BMW-EWS
      F 800 GS                  2008-2018 2024- BMW-EWS
      F 800 GT                  2013-2019 BMW-EWS
      F 800 R                   2009-2019 BMW-EWS
      F 800 S                   2006-2010 BMW-EWS
      F 800 ST                  2006-2012 BMW-EWS
      F 850 GS                  2018-2023 BMW-EWS
      F 900 GS                  2024- BMW-KLR
      F 900 R                   2020- BMW-EWS
      F 900 XR                  2020- BMW-EWS
      G 310 GS                  2017- BMW-EWS
      G 310 R                   2016- BMW-EWS
      G 450 X                   2008-2010 BMW-EWS
      G 650 GS                  2009-2016 BMW-EWS
      G 650 Xchallenge          2006-2009 BMW-EWS
      G 650 Xcountry            2006-2009 BMW-EWS
      G 650 Xmoto               2006-2007 BMW-EWS
      HP2 Enduro                2005-2007 BMW-EWS
      HP2 Sport                 2008-2010 BMW-EWS
      K 1                       1990-1993 BMW-90
      K 75                      1990-1995 BMW-90
      K 75 RT                   1990-1996 BMW-90
      K 75 S                    1990-1995 BMW-90
      K 100 LT                  1990-1991 BMW-90
      K 100 RS                  1990-1992 BMW-90
      K 1100 LT                 1992-1998 BMW-90
      K 1100 RS                 1993-1996 BMW-90
      K 1200 GT                 2003-2004 BMW-BW9 ; 2006-2008 BMW-EWS
      K 1200 LT                 1998-2003 BMW-BW9 ; 2004-2009 BMW-EWS
      K 1200 R                  2005-2008 BMW-EWS
      K 1200 RS                 1997-2005 BMW-BW9
      K 1200 S                  2004-2008 BMW-EWS
      K 1300 GT                 2009-2011 BMW-EWS
      K 1300 R                  2009-2015 BMW-EWS
      K 1300 S                  2009-2016 BMW-EWS
      K 1600 B                  2017- BMW-KLR
      K 1600 GT                 2011-2016 BMW-EWS ; 2017- BMW-KLR
      K 1600 GTL                2011-2016 BMW-EWS ; 2017- BMW-KLR
      M 1000 R                  2023- BMW-KLR
      M 1000 RR                 2021- BMW-KLR
      R 12                      2024- BMW-KLR
      R 12 nineT                2024- BMW-KLR
      R 18                      2020- BMW-KLR
      R 18 Transcontinental     2021- BMW-KLR
      R 80 GS                   1990-1996 BMW-90
      R 80 R                    1992-1994 BMW-90
      R 80 RT                   1990-1995 BMW-90
      R 100 GS                  1990-1995 BMW-90
      R 100 R                   1991-1995 BMW-90
      R 100 RS                  1990-1992 BMW-90
      R 100 RT                  1990-1996 BMW-90
      R 850 C                   1997-2000 BMW-90
      R 850 R                   1994-2006 BMW-90
      R 850 RT                  1996-2004 BMW-90
      R 1100 GS                 1994-1999 BMW-90
      R 1100 R                  1994-2001 BMW-90
      R 1100 RS                 1993-2001 BMW-90
      R 1100 RT                 1995-2001 BMW-90
      R 1100 S                  1998-2005 BMW-BW9
      R 1150 GS                 1999-2004 BMW-BW9
      R 1150 GS Adventure       2002-2005 BMW-BW9
      R 1150 R                  2001-2006 BMW-BW9
      R 1150 R Rockster         2003-2005 BMW-BW9
      R 1150 RS                 2001-2004 BMW-BW9
      R 1150 RT                 2001-2004 BMW-BW9
      R 1200 C                  1997-2004 BMW-90
      R 1200 CL                 2002-2005 BMW-BW9
      R 1200 GS                 2004-2012 BMW-EWS ; 2013-2018 BMW-KLR
      R 1200 GS Adventure       2006-2013 BMW-EWS ; 2014-2018 BMW-KLR
      R 1200 R                  2006-2018 BMW-EWS
      R 1200 RS                 2015-2018 BMW-KLR
      R 1200 RT                 2005-2013 BMW-EWS ; 2014-2018 BMW-KLR
      R 1200 S                  2006-2008 BMW-EWS
      R 1200 ST                 2005-2007 BMW-EWS
      R 1250 GS                 2018-2023 BMW-KLR
      R 1250 GS Adventure       2018-2024 BMW-KLR
      R 1250 R                  2019-2024 BMW-KLR
      R 1250 RS                 2019-2024 BMW-KLR
      R 1250 RT                 2019-2025 BMW-KLR
      R 1300 GS                 2023- BMW-KLR
      R 1300 GS Adventure       2024- BMW-KLR
      R 1300 R                  2025- BMW-KLR
      R 1300 RS                 2025- BMW-KLR
      R 1300 RT                 2025- BMW-KLR
      R nineT                   2014-2023 BMW-EWS
      R nineT Pure              2017-2023 BMW-EWS
      R nineT Scrambler         2016-2023 BMW-EWS
      S 1000 R                  2014- BMW-EWS
      S 1000 RR                 2009-2018 BMW-EWS ; 2019- BMW-KLR
      S 1000 XR                 2015-2019 BMW-EWS ; 2020- BMW-KLR
    `,
  },
  {
    id: 13,
    displayName: 'Boss Hoss',
    fullName: 'Boss Hoss Cycles, Inc.',
    otherDetails: 'United States (Dyersburg, Tennessee), founded 1990; V8 motorcycles and trikes.',
    lines: `
      BHC-3 ZZ4                 1996-2015 USC-TUB
      BHC-3 LS3                 2010-2022 USC-TUB
      BHC-5 V6                  1998-2003 USC-TUB
      BHC-9 LS445               2008-2015 USC-TUB
      SuperSport                2011-2022 USC-TUB
      Trike Gangster            2000-2015 USC-TUB
      Trike Low Rider           1998-2010 USC-TUB
    `,
  },
  {
    id: 14,
    displayName: 'Brixton',
    fullName: 'Brixton Motorcycles, KSR Group GmbH',
    otherDetails: 'Austria (Krems), founded 2015; retro motorcycles.',
    lines: `
      BX 125                    2016-2020 CHN-1
      Cromwell 125              2020- CHN-1
      Cromwell 250              2020-2023 CHN-1
      Cromwell 1200             2022- CHN-2
      Crossfire 125             2021- CHN-2
      Crossfire 500             2020- CHN-2
      Crossfire 500 Storr       2024- CHN-2
      Felsberg 125              2019- CHN-1
      Felsberg 250              2020-2023 CHN-1
      Rayburn 125               2018-2023 CHN-1
      Sunray 125                2020- CHN-1
    `,
  },
  {
    id: 15,
    displayName: 'Buell',
    fullName: 'Buell Motorcycle Company',
    otherDetails: 'United States (East Troy, Wisconsin), 1983 to 2009 and again since 2021; sport motorcycles.',
    lines: `
      1125CR                    2009-2010 HD-VROD
      1125R                     2008-2010 HD-VROD
      1190RX                    2014-2015 HD-VROD
      Blast                     2000-2009 HD-FLAT
      Cyclone M2                1997-2002 HD-FLAT
      Firebolt XB9R             2003-2007 HD-FLAT
      Firebolt XB12R            2004-2010 HD-FLAT
      Hammerhead 1190           2021- HD-VROD
      Lightning S1              1996-1998 HD-FLAT
      Lightning X1              1999-2002 HD-FLAT
      Lightning XB9S            2003-2010 HD-FLAT
      Lightning XB12S           2004-2010 HD-FLAT
      Lightning Super TT        2007-2009 HD-FLAT
      RS1200                    1990-1993 HD-FLAT
      RSS1200                   1991-1993 HD-FLAT
      Thunderbolt S2            1994-1996 HD-FLAT
      Thunderbolt S3            1997-2002 HD-FLAT
      Ulysses XB12X             2006-2010 HD-FLAT
      White Lightning S1W       1998 HD-FLAT
    `,
  },
  {
    id: 16,
    displayName: 'Cagiva',
    fullName: 'Cagiva Motor Italia S.p.A.',
    otherDetails: 'Italy (Varese), 1978 to 2012; road and off-road motorcycles.',
    lines: `
      Canyon 500                1998-2003 DUC-GT
      Canyon 600                1995-1998 DUC-GT
      Cucciolo 50               1997-2001 DUC-GT
      Elefant 750               1990-1997 DUC-GT
      Elefant 900               1990-1998 DUC-GT
      Freccia C12 125           1990-1992 DUC-GT
      Gran Canyon 900           1998-2000 DUC-GT
      K7 125                    1990-1993 DUC-GT
      Mito 50                   1998-2000 DUC-GT
      Mito 125                  1990-2007 DUC-GT
      Mito SP525                2008-2012 DUC-GT
      Navigator 1000            2000-2005 DUC-GT
      Planet 125                1997-2003 DUC-GT
      Prima 50                  1992-1998 DUC-GT
      Raptor 125                2003-2010 DUC-GT
      Raptor 650                2001-2007 DUC-GT
      Raptor 1000               2000-2005 DUC-GT
      River 600                 1995-1999 DUC-GT
      Roadster 125              1994-2000 DUC-GT
      Super City 125            1991-1997 DUC-GT
      V-Raptor 1000             2000-2005 DUC-GT
      W8 125                    1992-1998 DUC-GT
      W12 350                   1993-1997 DUC-GT
      W16 600                   1994-1997 DUC-GT
    `,
  },
  {
    id: 17,
    displayName: 'Can-Am',
    fullName: 'BRP Inc., Can-Am',
    otherDetails: 'Canada (Valcourt, Quebec), Bombardier ATVs since 1998; ATVs and three-wheeled roadsters.',
    lines: `
      Canyon                    2025- CAN-DESS
      Commander 800             2011-2020 CAN-DESS
      Commander 1000            2011- CAN-DESS
      DS 250                    2006-2022 TWN-1
      DS 450                    2008-2015 CAN-DESS
      DS 650                    2000-2007 CAN-DESS
      Maverick 1000             2013-2018 CAN-DESS
      Maverick X3               2017- CAN-DESS
      Origin                    2025- CAN-DESS
      Outlander 400             2003-2014 CAN-DESS
      Outlander 500             2007-2015 2023- CAN-DESS
      Outlander 570             2016-2022 CAN-DESS
      Outlander 650             2006-2022 CAN-DESS
      Outlander 800             2006-2015 CAN-DESS
      Outlander 850             2016- CAN-DESS
      Outlander 1000            2012- CAN-DESS
      Pulse                     2025- CAN-DESS
      Renegade 500              2008-2015 CAN-DESS
      Renegade 800              2007-2015 CAN-DESS
      Renegade 1000             2012- CAN-DESS
      Ryker 600                 2019- CAN-DESS
      Ryker 900                 2019- CAN-DESS
      Spyder F3                 2015- CAN-DESS
      Spyder GS                 2008-2009 CAN-DESS
      Spyder RS                 2010-2016 CAN-DESS
      Spyder RT                 2010- CAN-DESS
      Spyder ST                 2013-2016 CAN-DESS
      Traxter 500               1999-2005 CAN-DESS
    `,
  },
  {
    id: 18,
    displayName: 'CFMOTO',
    fullName: 'Zhejiang CFMOTO Power Co., Ltd.',
    otherDetails: 'China (Hangzhou), founded 1989; motorcycles and ATVs, partner of KTM.',
    lines: `
      125NK                     2024- CHN-2
      150NK                     2015-2021 CHN-1
      250NK                     2018- CHN-2
      250SR                     2019- CHN-2
      300CL-X                   2021- CHN-2
      300NK                     2019- CHN-2
      300SR                     2020- CHN-2
      400NK                     2015-2021 CHN-2
      450CL-C                   2023- CHN-2
      450MT                     2024- CHN-2
      450NK                     2022- CHN-2
      450SR                     2022- CHN-2
      650GT                     2018-2022 CHN-2
      650MT                     2016-2022 CHN-2
      650NK                     2012-2022 CHN-2
      650TK                     2013-2017 CHN-2
      675SR-R                   2024- CHN-2
      700CL-X                   2020- CHN-2
      700MT                     2023- CHN-2
      800MT                     2021- CHN-KL
      800NK                     2022- CHN-KL
      1250TR-G                  2021- CHN-KL
      CForce 450                2018- CHN-1
      CForce 500                2008-2018 CHN-1
      CForce 600                2017- CHN-1
      CForce 800                2012-2020 CHN-1
      CForce 1000               2019- CHN-1
      E-Charm 150               2006-2012 CHN-1
      Jetmax 250                2009-2013 CHN-1
      Papio                     2021- CHN-1
      V3 250                    2005-2010 CHN-1
      ZForce 800                2013-2020 CHN-1
      ZForce 950                2019- CHN-1
    `,
  },
  {
    id: 19,
    displayName: 'Daelim',
    fullName: 'Daelim Motor Co., Ltd. (DNA Motors since 2018)',
    otherDetails: 'South Korea (Changwon), 1978; scooters and small motorcycles, begun with Honda licences.',
    lines: `
      A-Four 50                 2001-2005 KOR-1
      Altino 100                1998-2003 KOR-1
      Besbi 125                 2007-2016 KOR-1
      Citi 100                  1990-2010 KOR-1
      Cordi 50                  2000-2008 KOR-1
      Daystar 125               2000-2017 KOR-1
      Daystar 250               2013-2019 KOR-1
      Delfino 100               2001-2006 KOR-1
      E-Five 50                 2002-2008 KOR-1
      Message 50                1996-2004 KOR-1
      NS 125                    1998-2008 KOR-1
      Otello 125                2004-2013 KOR-1
      Roadsport 125             2007-2017 KOR-1
      Roadwin 125               2004-2017 KOR-1
      S1 125                    2007-2013 KOR-1
      S2 250                    2006-2012 KOR-1
      S3 125                    2010-2018 KOR-1
      Tapo 50                   1998-2004 KOR-1
      VJ 125 Roadwin            1998-2005 KOR-1
      VL 125 Daystar            1999-2006 KOR-1
      VS 125                    1996-2005 KOR-1
      VT 125 Evolution          1998-2003 KOR-1
      XQ 125                    2014-2019 KOR-1
    `,
  },
  {
    id: 20,
    displayName: 'Derbi',
    fullName: 'Nacional Motor S.A., Derbi',
    otherDetails: 'Spain (Martorelles), founded 1922; small motorcycles and scooters, part of Piaggio since 2001.',
    lines: `
      Atlantis 50               1999-2012 PIA-1
      Boulevard 50              2002-2012 PIA-1
      Boulevard 125             2002-2012 PIA-1
      Cross City 125            2007-2013 PIA-1
      DXR 200 Quad              2004-2007 PIA-1
      GP1 50                    2001-2009 PIA-1
      GP1 250                   2006-2009 PIA-IMM
      GPR 50                    1997-2013 PIA-1
      GPR 125                   2004-2015 PIA-IMM
      Hunter 50                 1996-2000 PIA-1
      Mulhacen 125              2007-2013 PIA-1
      Mulhacen 659              2006-2012 PIA-IMM
      Paddock 50                1999-2003 PIA-1
      Predator 50               1997-2003 PIA-1
      Rambla 125                2008-2012 PIA-IMM
      Senda 50                  1995-2019 PIA-1
      Senda 125                 2004-2013 PIA-1
      Sonar 125                 2009-2013 PIA-1
      Terra 125                 2007-2013 PIA-1
      Variant 50                1990-2012 PIA-1
    `,
  },
  {
    id: 21,
    displayName: 'Ducati',
    fullName: 'Ducati Motor Holding S.p.A.',
    otherDetails: 'Italy (Bologna), motorcycles since 1946; desmodromic twins and fours, part of Audi since 2012.',
    lines: `
      748                       1994-2000 DUC-GT ; 2001-2003 DUC-ZD
      749                       2003-2006 DUC-ZD
      848                       2008-2013 DUC-ZD
      851                       1990-1992 DUC-GT
      888                       1991-1994 DUC-GT
      899 Panigale              2013-2015 DUC-ZD
      900 SS                    1990-1998 DUC-GT ; 1999-2002 DUC-ZD
      907 I.E.                  1990-1993 DUC-GT
      916                       1994-1998 DUC-GT
      959 Panigale              2016-2019 DUC-ZD
      996                       1999-2002 DUC-ZD
      998                       2002-2004 DUC-ZD
      999                       2003-2006 DUC-ZD
      1098                      2007-2009 DUC-ZD
      1198                      2009-2012 DUC-ZD
      1199 Panigale             2012-2014 DUC-ZD
      1299 Panigale             2015-2018 DUC-ZD
      400 SS                    1991-1997 DUC-GT
      600 SS                    1994-1998 DUC-GT
      620 Sport                 2003 DUC-ZD
      750 Paso                  1990-1991 DUC-GT
      750 SS                    1991-1998 DUC-GT ; 1999-2002 DUC-ZD
      800 SS                    2003-2007 DUC-ZD
      1000 DS Supersport        2003-2007 DUC-ZD
      Desert X                  2022- DUC-ZD
      Desmosedici RR            2007-2008 DUC-ZD
      Diavel 1200               2011-2018 DUC-HF
      Diavel 1260               2019-2022 DUC-HF
      Diavel V4                 2023- DUC-HF
      GT 1000                   2006-2010 DUC-ZD
      Hypermotard 698 Mono      2024- DUC-ZD
      Hypermotard 796           2009-2012 DUC-ZD
      Hypermotard 821           2013-2015 DUC-ZD
      Hypermotard 939           2016-2018 DUC-ZD
      Hypermotard 950           2019- DUC-ZD
      Hypermotard 1100          2007-2012 DUC-ZD
      Hyperstrada 821           2013-2015 DUC-ZD
      Monster 400               1995-2006 DUC-GT
      Monster 600               1994-2001 DUC-GT
      Monster 620               2002-2006 DUC-ZD
      Monster 659               2012-2020 DUC-ZD
      Monster 695               2006-2008 DUC-ZD
      Monster 696               2008-2014 DUC-ZD
      Monster 750               1996-2001 DUC-GT
      Monster 796               2010-2014 DUC-ZD
      Monster 797               2017-2020 DUC-ZD
      Monster 800               2003-2005 DUC-ZD
      Monster 821               2014-2020 DUC-ZD
      Monster 900               1993-1999 DUC-GT ; 2000-2002 DUC-ZD
      Monster 937               2021- DUC-ZD
      Monster 1000              2003-2005 DUC-ZD
      Monster 1100              2009-2013 DUC-ZD
      Monster 1200              2014-2021 DUC-ZD
      Monster S2R               2005-2008 DUC-ZD
      Monster S4                2001-2003 DUC-ZD
      Monster S4R               2003-2008 DUC-ZD
      Multistrada 620           2005-2006 DUC-ZD
      Multistrada 950           2017-2021 DUC-ZD
      Multistrada 1000 DS       2003-2006 DUC-ZD
      Multistrada 1100          2007-2009 DUC-ZD
      Multistrada 1200          2010-2017 DUC-HF
      Multistrada 1260          2018-2020 DUC-HF
      Multistrada V2            2022- DUC-ZD
      Multistrada V4            2021- DUC-HF
      Panigale V2               2020- DUC-ZD
      Panigale V4               2018- DUC-ZD
      Paul Smart 1000 LE        2006 DUC-ZD
      Scrambler 1100            2018- DUC-ZD
      Scrambler Icon            2015- DUC-ZD
      Scrambler Sixty2          2016-2021 DUC-ZD
      Sport 1000                2006-2009 DUC-ZD
      ST2                       1997-2003 DUC-ZD
      ST3                       2004-2007 DUC-ZD
      ST4                       1999-2003 DUC-ZD
      ST4S                      2001-2005 DUC-ZD
      Streetfighter 848         2011-2015 DUC-ZD
      Streetfighter 1098        2009-2013 DUC-ZD
      Streetfighter V2          2022- DUC-ZD
      Streetfighter V4          2020- DUC-ZD
      SuperSport 939            2017-2020 DUC-ZD
      SuperSport 950            2021- DUC-ZD
      Superlight 900            1992-1998 DUC-GT
      XDiavel                   2016- DUC-HF
    `,
  },
  {
    id: 22,
    displayName: 'Energica',
    fullName: 'Energica Motor Company S.p.A.',
    otherDetails: 'Italy (Modena), 2014 to 2024; electric sport motorcycles.',
    lines: `
      Ego                       2014-2024 APR-IMM
      Esse Esse 9               2018-2024 APR-IMM
      Eva                       2016-2019 APR-IMM
      Eva Ribelle               2020-2024 APR-IMM
      Experia                   2022-2024 APR-IMM
    `,
  },
  {
    id: 23,
    displayName: 'Excelsior-Henderson',
    fullName: 'Excelsior-Henderson Motorcycle Manufacturing Company',
    otherDetails: 'United States (Belle Plaine, Minnesota), revived 1993 to 2001; cruisers.',
    lines: `
      Deadwood Special          2000-2001 USC-TUB
      Super X                   1999-2001 USC-TUB
    `,
  },
  {
    id: 24,
    displayName: 'Fantic',
    fullName: 'Fantic Motor S.p.A.',
    otherDetails: 'Italy (Treviso), founded 1968; trials, enduro and flat-track motorcycles.',
    lines: `
      Caballero 50              2006-2011 END-1
      Caballero 125             2007-2011 END-1 ; 2018- ZAD-EU
      Caballero 250             2018-2021 ZAD-EU
      Caballero 500             2017- ZAD-EU
      Caballero 700             2023- ZAD-EU
      Key-Kat 50                1991-1995 END-1
      Section 125               1990-1995 END-1
      XE 50                     2016- END-1
      XE 125                    2020- END-1
      XEF 250                   2017- END-1
      XM 50                     2016- END-1
      XMF 125                   2021- ZAD-EU
    `,
  },
  {
    id: 25,
    displayName: 'GasGas',
    fullName: 'GASGAS Motorcycles GmbH',
    otherDetails: 'Spain (Girona), founded 1985; trials and enduro motorcycles, part of Pierer since 2019.',
    lines: `
      Contact T 25              1993-1998 END-1
      EC 125                    1993-2015 END-1
      EC 250                    1996- END-1
      EC 300                    1999- END-1
      EC 350F                   2021- END-1
      EC 450F                   2013-2015 2021- END-1
      ES 700                    2022- KTM-ZD
      FSE 450                   2003-2010 END-1
      Halley 125                1992-1996 END-1
      Pampera 250               1996-2006 END-1
      Pampera 450               2007-2012 END-1
      SM 450                    2006-2010 END-1
      SM 700                    2022- KTM-ZD
      TXT 125                   1998- END-1
      TXT 280                   1998-2010 END-1
      TXT 300 Pro               2004- END-1
      Wild HP 450 Quad          2003-2008 END-1
    `,
  },
  {
    id: 26,
    displayName: 'Genuine',
    fullName: 'Genuine Scooter Company',
    otherDetails: 'United States (Chicago), founded 2002; scooters built in Taiwan and India.',
    lines: `
      Black Cat 50              2006-2011 TWN-1
      Blur 150                  2006-2008 TWN-1
      Blur SS 220i              2010-2014 TWN-1
      Buddy 50                  2007- TWN-1
      Buddy 125                 2006- TWN-1
      Buddy 150                 2007-2012 TWN-1
      Buddy 170i                2011-2022 TWN-1
      Buddy Kick 125            2015- TWN-1
      G400C                     2018-2022 CHN-1
      Grand Tourer 150i         2018- CHN-1
      Hooligan 170i             2013-2019 TWN-1
      Rattler 110               2008-2011 TWN-1
      Rattler 200i              2014-2019 TWN-1
      Roughhouse 50             2009- TWN-1
      Stella 150                2003-2011 IND-1
      Stella 4T                 2011-2016 IND-1
      Urbano 125i               2019- CHN-1
      Venture 50                2015-2020 TWN-1
    `,
  },
  {
    id: 27,
    displayName: 'Gilera',
    fullName: 'Gilera, Piaggio & C. S.p.A.',
    otherDetails: 'Italy (Arcore, later Pontedera), founded 1909; scooters and small sport motorcycles.',
    lines: `
      Coguar 125                1999-2004 PIA-1
      Crono 125                 1991-1993 PIA-1
      CX 125                    1991-1992 PIA-1
      DNA 50                    2000-2007 PIA-1
      DNA 180                   2001-2007 PIA-IMM
      Eaglet 50                 1995-1998 PIA-1
      Easy Moving 50            1994-1998 PIA-1
      Freestyle 125             1992-1994 PIA-1
      Fuoco 500                 2007-2017 PIA-IMM
      GFR 125                   1992-1994 PIA-1
      GP 800                    2007-2013 PIA-IMM
      GSM 50                    1999-2005 PIA-1
      Ice 50                    2001-2005 PIA-1
      Nexus 125                 2007-2014 PIA-IMM
      Nexus 250                 2006-2012 PIA-IMM
      Nexus 500                 2003-2012 PIA-IMM
      Nordwest 600              1991-1993 PIA-1
      Oregon 250                2007-2010 PIA-1
      RC 600                    1990-1993 PIA-1
      RCR 50                    2003-2019 PIA-1
      RK 50                     1997-2000 PIA-1
      Runner 50                 1997-2019 PIA-1
      Runner 125                1998-2002 PIA-1 ; 2003-2016 PIA-IMM
      Runner 180                1998-2002 PIA-1
      Runner VXR 200            2002-2012 PIA-IMM
      Saturno 500               1990-1991 PIA-1
      SC 125                    2007-2012 PIA-1
      SMT 50                    2003-2019 PIA-1
      ST 200                    2008-2013 PIA-IMM
      Stalker 50                1997-2012 PIA-1
      Storm 50                  2007-2011 PIA-1
      Typhoon 50                1993-2000 PIA-1
      Typhoon 125               1994-2000 PIA-1
    `,
  },
  {
    id: 28,
    displayName: 'Harley-Davidson',
    fullName: 'Harley-Davidson Motor Company',
    otherDetails: 'United States (Milwaukee, Wisconsin), founded 1903; heavyweight V-twins and electric motorcycles.',
    lines: `
      Breakout                  2013-2024 HD-FOB
      Dyna Convertible FXDS     1994-2000 HD-TUB
      Dyna Daytona FXDB         1991-1992 HD-TUB
      Dyna Fat Bob FXDF         2008-2017 HD-TUB
      Dyna Glide Custom FXDC    1992 2005-2014 HD-TUB
      Dyna Low Rider FXDL       1993-2017 HD-TUB
      Dyna Street Bob FXDB      2006-2017 HD-TUB
      Dyna Sturgis FXDB         1991 HD-TUB
      Dyna Super Glide FXD      1995-2010 HD-TUB
      Dyna Super Glide Sport    1999-2005 HD-TUB
      Dyna Switchback FLD       2012-2016 HD-TUB
      Dyna Wide Glide FXDWG     1993-2008 2010-2017 HD-TUB
      Electra Glide Classic     1990-2013 HD-TUB
      Electra Glide Police      1990-2006 HD-TUB ; 2007- HD-FOB
      Electra Glide Sport       1990-1993 HD-TUB
      Electra Glide Standard    1995-2009 HD-TUB ; 2019-2020 HD-FOB
      Electra Glide Ultra       1990-2006 HD-TUB ; 2007-2019 HD-FOB
      Fat Bob 114               2018-2024 HD-FOB
      Fat Boy FLSTF             1990-2006 HD-TUB ; 2007-2017 HD-FOB
      Fat Boy 114               2018- HD-FOB
      Fat Boy Lo                2010-2016 HD-FOB
      Freewheeler               2015- HD-FOB
      FXLR Low Rider Custom     1990-1994 HD-TUB
      FXR Super Glide           1990-1994 HD-TUB
      FXRP Police               1990-1994 HD-TUB
      FXRS Low Rider Sport      1990-1993 HD-TUB
      FXRT Sport Glide          1990-1992 HD-TUB
      Heritage Classic 114      2018- HD-FOB
      Heritage Softail Classic  1990-2006 HD-TUB ; 2007-2017 HD-FOB
      LiveWire                  2019-2021 HD-FOB
      Low Rider 107             2018-2020 HD-FOB
      Low Rider S               2016-2017 2020- HD-FOB
      Low Rider ST              2022- HD-FOB
      Nightster 975             2022- HD-FOB
      Night Rod                 2006-2008 HD-VROD
      Night Rod Special         2007-2017 HD-VROD
      Pan America 1250          2021- HD-FOB
      Road Glide                1998-2006 HD-TUB ; 2007-2013 2015- HD-FOB
      Road Glide Limited        2020-2025 HD-FOB
      Road Glide Ultra          2011-2013 2016-2019 HD-FOB
      Road King                 1994-2006 HD-TUB ; 2007-2022 HD-FOB
      Road King Classic         1998-2006 HD-TUB ; 2007-2018 HD-FOB
      Road King Custom          2004-2007 HD-TUB
      Road King Special         2017- HD-FOB
      Softail Blackline         2011-2013 HD-FOB
      Softail Custom FXSTC      1990-1999 2007-2010 HD-TUB
      Softail Cross Bones       2008-2011 HD-FOB
      Softail Deluxe            2005-2006 HD-TUB ; 2007-2020 HD-FOB
      Softail Deuce             2000-2007 HD-TUB
      Softail Night Train       1998-2009 HD-TUB
      Softail Rocker            2008-2011 HD-FOB
      Softail Slim              2012-2021 HD-FOB
      Softail Springer FXSTS    1990-2006 HD-TUB
      Softail Standard          1999-2007 HD-TUB ; 2020- HD-FOB
      Sport Glide               2018-2023 HD-FOB
      Sportster 883             1990-2013 HD-FLAT
      Sportster 883 Custom      1999-2009 HD-FLAT
      Sportster 883 Hugger      1990-2003 HD-FLAT
      Sportster 883 Iron        2009-2022 HD-FLAT
      Sportster 883 Low         2005-2010 HD-FLAT
      Sportster 883 R           2002-2003 2005-2015 HD-FLAT
      Sportster 883 SuperLow    2011-2020 HD-FLAT
      Sportster 1200            1990-2003 HD-FLAT
      Sportster 1200 Custom     1996-2020 HD-FLAT
      Sportster 1200 Iron       2018-2022 HD-FLAT
      Sportster 1200 Low        2006-2011 HD-FLAT
      Sportster 1200 Nightster  2007-2012 HD-FLAT
      Sportster 1200 Roadster   2004-2008 2016-2020 HD-FLAT
      Sportster 1200 Sport      1996-2003 HD-FLAT
      Sportster Forty-Eight     2010-2022 HD-FLAT
      Sportster S 1250          2021- HD-FOB
      Sportster Seventy-Two     2012-2016 HD-FLAT
      Sportster XR1200          2008-2012 HD-FLAT
      Street 500                2014-2020 HD-VROD
      Street 750                2014-2020 HD-VROD
      Street Bob 114            2018- HD-FOB
      Street Glide              2006 HD-TUB ; 2007- HD-FOB
      Street Glide Special      2014-2023 HD-FOB
      Street Rod 750            2017-2020 HD-VROD
      Street Rod VRSCR          2006-2007 HD-VROD
      Tour Glide Ultra          1990-1996 HD-TUB
      Tri Glide Ultra           2009- HD-FOB
      Ultra Limited             2010-2024 HD-FOB
      V-Rod VRSCA               2002-2006 HD-VROD
      V-Rod VRSCAW              2007-2010 HD-VROD
      V-Rod VRSCB               2004-2005 HD-VROD
      V-Rod Muscle              2009-2017 HD-VROD
      X350                      2023- CHN-2
      X440                      2023- IND-1
      X500                      2023- CHN-2
    `,
  },
  {
    id: 29,
    displayName: 'Hero',
    fullName: 'Hero MotoCorp Limited',
    otherDetails: 'India (Delhi), founded 1984 as Hero Honda; commuter motorcycles and scooters.',
    lines: `
      Achiever 150              2005-2020 IND-1
      CBZ                       1999-2005 IND-1
      CBZ Xtreme                2006-2013 IND-1
      CD 100                    1990-2003 IND-1
      Destini 125               2018- IND-1
      Glamour 125               2005- IND-1
      Hunk 150                  2007-2018 IND-1
      Ignitor 125               2012-2018 IND-1
      Impulse 150               2011-2014 IND-1
      Karizma                   2003-2014 IND-1
      Karizma XMR 210           2023- IND-1
      Karizma ZMR               2009-2019 IND-1
      Maestro 110               2012-2023 IND-1
      Mavrick 440               2024- IND-1
      Passion Pro               2008-2022 IND-1
      Pleasure 100              2005- IND-1
      Splendor                  1994-2004 IND-1
      Splendor Plus             2004- IND-1
      Super Splendor            2005- IND-1
      Vida V1                   2022- CHN-KL
      Xoom 110                  2023- IND-1
      Xpulse 200                2019- IND-1
      Xtreme 125R               2024- IND-1
      Xtreme 160R               2020- IND-1
      Xtreme 200R               2018-2022 IND-1
    `,
  },
  {
    id: 53,
    displayName: 'Honda',
    fullName: 'Honda Motor Co., Ltd.',
    otherDetails: 'Japan, founded 1948; the largest maker of motorcycles, scooters and ATVs.',
    lines: `
      ADV150                    2020-2022 HON-SMART
      ADV160                    2023- HON-SMART
      ADV350                    2022- HON-SMART
      Africa Twin CRF1000L      2016-2019 HON-HISS
      Africa Twin CRF1100L      2020- HON-HISS
      Africa Twin XRV750        1990-2003 HON-S
      CB 250 Nighthawk          1991-2008 HON-S
      CB 400 Super Four         1992-1998 HON-S ; 1999-2022 HON-1K
      CB 450DX                  1990-1992 HON-S
      CB 500                    1994-2003 HON-S
      CB 500S                   1998-2003 HON-S
      CB 600F Hornet            1998-2006 HON-1K ; 2007-2013 HON-HISS
      CB 750 Nighthawk          1991-2003 HON-S
      CB 750 Seven Fifty        1992-2003 HON-S
      CB 750 Hornet             2023- HON-HISS
      CB 900F Hornet            2002-2007 HON-1K
      CB 1000 Big One           1993-1997 HON-S
      CB 1000 Hornet            2024- HON-HISS
      CB 1000R                  2008-2017 HON-HISS ; 2018- HON-LG
      CB 1100                   2010-2021 HON-HISS
      CB 1300                   1998-2002 HON-1K ; 2003-2014 HON-HISS
      CB 125E                   2012-2020 HON-MINI
      CB 125F                   2015- HON-MINI
      CB 125R                   2018- HON-LG
      CB 300F                   2015-2018 HON-1K
      CB 300R                   2018- HON-LG
      CB 350 H'ness             2020- HON-1K
      CB 500F                   2013-2023 HON-1K
      CB 500 Hornet             2024- HON-1K
      CB 500X                   2013-2023 HON-1K
      CB 650F                   2014-2018 HON-HISS
      CB 650R                   2019- HON-HISS
      CB-1 400F                 1990 HON-S
      CBF125                    2008-2015 HON-1K
      CBF250                    2004-2006 HON-1K
      CBF500                    2004-2008 HON-HISS
      CBF600                    2004-2013 HON-HISS
      CBF1000                   2006-2017 HON-HISS
      CBR125R                   2004-2017 HON-1K
      CBR250R                   2011-2017 HON-1K
      CBR250RR                  1990-1996 HON-S ; 2017- HON-1K
      CBR300R                   2014- HON-1K
      CBR400RR                  1990-1999 HON-S
      CBR500R                   2013- HON-1K
      CBR600F                   2011-2013 HON-HISS
      CBR600F2                  1991-1994 HON-S
      CBR600F3                  1995-1998 HON-S
      CBR600F4                  1999-2000 HON-1K
      CBR600F4i                 2001-2006 HON-1K
      CBR600RR                  2003-2006 HON-1K ; 2007-2016 2021- HON-HISS
      CBR650F                   2014-2018 HON-HISS
      CBR650R                   2019- HON-HISS
      CBR900RR                  1992-1999 HON-S
      CBR929RR                  2000-2001 HON-1K
      CBR954RR                  2002-2003 HON-1K
      CBR1000F                  1990-1999 HON-S
      CBR1000RR                 2004-2007 HON-1K ; 2008-2019 HON-HISS
      CBR1000RR-R Fireblade     2020- HON-SMART
      CBR1100XX Blackbird       1996-1998 HON-1K ; 1999-2007 HON-HISS
      CG125                     1990-2008 HON-MINI
      CH80 Elite                1990-2007 HON-MINI
      CL500                     2023- HON-1K
      CMX250 Rebel              1996-2016 HON-S
      CMX300 Rebel              2017- HON-1K
      CMX500 Rebel              2017- HON-1K
      CMX1100 Rebel             2021- HON-HISS
      CN250 Helix               1990-2001 2004-2007 HON-MINI
      CRF125F                   2014- HON-MINI
      CRF230L                   2008-2009 HON-1K
      CRF250L                   2013-2020 HON-1K
      CRF300L                   2021- HON-1K
      CRF300 Rally              2021- HON-1K
      CRF450L                   2019-2022 HON-1K
      CTX700                    2013-2018 HON-HISS
      CTX1300                   2014-2016 HON-HISS
      DN-01                     2008-2010 HON-LG
      Dax ST125                 2022- HON-1K
      Deauville NT650V          1998-2001 HON-1K ; 2002-2005 HON-HISS
      Deauville NT700V          2006-2013 HON-HISS
      Dio 50                    1990-2008 HON-SC
      Dominator NX650           1990-2002 HON-S
      EM1 e                     2023- HON-SC
      Forza 125                 2015-2017 HON-LG ; 2018- HON-SMART
      Forza 250                 2000-2012 HON-SC ; 2018-2020 HON-SMART
      Forza 300                 2013-2017 HON-LG ; 2018-2020 HON-SMART
      Forza 350                 2020- HON-SMART
      Forza 750                 2021- HON-SMART
      FMX650                    2005-2007 HON-1K
      FX650 Vigor               1999-2002 HON-1K
      GB350                     2021- HON-1K
      GB500                     1990-1992 HON-S
      GL1500 Gold Wing          1990-2000 HON-S
      GL1500C Valkyrie          1996-2003 HON-1K
      GL1800 Gold Wing          2001-2017 HON-LG ; 2018- HON-SMART
      GL1800 Valkyrie           2014-2015 HON-HISS
      Grom MSX125               2013- HON-1K
      Integra 700               2012-2013 HON-HISS
      Integra 750               2014-2020 HON-HISS
      Lead 100                  2003-2009 HON-SC
      Lead 110                  2008-2012 HON-SC
      Metropolitan CHF50        2002-2009 HON-SC
      Metropolitan NCW50        2013- HON-SC
      Monkey 125                2018- HON-LG
      NC700S                    2012-2013 HON-HISS
      NC700X                    2012-2017 HON-HISS
      NC750S                    2014-2020 HON-HISS
      NC750X                    2014- HON-HISS
      NM4 Vultus                2014-2018 HON-SMART
      NS125R                    1990-1993 HON-S
      NSR125R                   1990-2003 HON-S
      NSR250R                   1990-1999 HON-S
      NSR50                     1990-1999 HON-MINI
      NT1100                    2022- HON-HISS
      NTV650 Revere             1990-1997 HON-S
      NX250                     1990-1995 HON-S
      NX500                     2024- HON-1K
      Pacific Coast PC800       1990 1994-1998 HON-S
      Pantheon 125              1998-2007 HON-SC
      PCX125                    2010-2017 HON-SC ; 2018- HON-SMART
      PCX150                    2012-2018 HON-SC ; 2019-2020 HON-SMART
      PCX160                    2021- HON-SMART
      RC51 RVT1000R             2000-2006 HON-1K
      RC213V-S                  2015-2016 HON-HISS
      Reflex NSS250             2001-2007 HON-SC
      Ruckus NPS50              2003- HON-SC
      RVF400                    1994-1996 HON-S
      RVF750 RC45               1994-1995 HON-S
      SFX50                     1995-2001 HON-SC
      SH50                      1990-2003 HON-SC
      SH125i                    2001-2012 HON-SC ; 2013-2016 HON-LG ; 2017- HON-SMART
      SH150i                    2001-2012 HON-SC ; 2013-2016 HON-LG ; 2017- HON-SMART
      SH300i                    2006-2015 HON-LG ; 2016-2020 HON-SMART
      SH350i                    2021- HON-SMART
      Shadow VT125C             1999-2008 HON-1K
      Shadow VT500              1990 HON-S
      Shadow VT600C VLX         1990-2007 HON-S
      Shadow VT750 ACE          1997-2003 HON-1K
      Shadow VT750 Aero         2004-2017 HON-1K
      Shadow VT750 Phantom      2010-2020 HON-1K
      Shadow VT750 RS           2010-2013 HON-1K
      Shadow VT750 Spirit       2001-2014 HON-1K
      Shadow VT1100             1990-2000 HON-S
      Shadow VT1100 ACE         1995-2000 HON-S
      Shadow VT1100 Sabre       2000-2007 HON-1K
      Silver Wing FSC400        2006-2017 HON-LG
      Silver Wing FSC600        2001-2013 HON-LG
      SLR650                    1997-1999 HON-S
      ST1100 Pan European       1990-2002 HON-S
      ST1300 Pan European       2002-2017 HON-HISS
      Super Cub C125            2018- HON-SMART
      SW-T600                   2011-2016 HON-LG
      TRX200 FourTrax           1990-1997 HON-ATV
      TRX250 Recon              1997-2025 HON-ATV
      TRX300 FourTrax           1990-2000 HON-ATV
      TRX300EX                  1993-2009 HON-ATV
      TRX350 Rancher            2000-2006 HON-ATV
      TRX400 Foreman            1995-2003 HON-ATV
      TRX400EX                  1999-2014 HON-ATV
      TRX420 Rancher            2007- HON-ATV
      TRX450R                   2004-2014 HON-ATV
      TRX450S Foreman           1998-2004 HON-ATV
      TRX500 Rubicon            2001-2019 HON-ATV
      TRX520 Foreman            2020- HON-ATV
      TRX650 Rincon             2003-2005 HON-ATV
      TRX680 Rincon             2006-2023 HON-ATV
      Transalp XL400V           1991-1994 HON-S
      Transalp XL600V           1990-1999 HON-S
      Transalp XL650V           2000-2007 HON-1K
      Transalp XL700V           2008-2013 HON-HISS
      Transalp XL750            2023- HON-HISS
      Varadero XL125V           2001-2016 HON-1K
      Varadero XL1000V          1999-2002 HON-1K ; 2003-2012 HON-HISS
      VF750C Magna              1993-2004 HON-S
      VFR400R                   1990-1993 HON-S
      VFR750F                   1990-1997 HON-S
      VFR750R RC30              1990 HON-S
      VFR800                    1998-2001 HON-1K ; 2002-2013 HON-HISS
      VFR800F                   2014-2020 HON-HISS
      VFR800X Crossrunner       2011-2020 HON-HISS
      VFR1200F                  2010-2017 HON-HISS
      VFR1200X Crosstourer      2012-2020 HON-HISS
      Vision 110                2011- HON-SC
      VT1300CR Stateline        2010-2016 HON-HISS
      VT1300CX Fury             2010-2020 HON-HISS
      VTR250                    1990 1998-2017 HON-S
      VTR1000F Firestorm        1997-2005 HON-1K
      VTX1300                   2003-2009 HON-1K
      VTX1800                   2002-2008 HON-1K
      Wave 110                  2009- HON-MINI
      X-4 1300                  1997-2003 HON-1K
      X8R 50                    1998-2003 HON-SC
      X-ADV 750                 2017- HON-SMART
      XR125L                    2003-2008 HON-MINI
      XR150L                    2014- HON-MINI
      XR250R                    1990-2004 HON-MINI
      XR400R                    1996-2004 HON-MINI
      XR600R                    1990-2000 HON-MINI
      XR650L                    1993- HON-S
      XR650R                    2000-2007 HON-MINI
      Zoomer 50                 2001-2017 HON-SC
    `,
  },
  {
    id: 30,
    displayName: 'Husaberg',
    fullName: 'Husaberg Motor AB',
    otherDetails: 'Sweden, 1988 to 2014; enduro motorcycles, part of KTM since 1995.',
    lines: `
      FC 450                    2004-2008 END-1
      FE 350                    1990-1996 2013-2014 END-1
      FE 390                    2010-2012 END-1
      FE 400                    1996-2002 END-1
      FE 450                    2003-2014 END-1
      FE 501                    1990-2003 2013-2014 END-1
      FE 570                    2009-2012 END-1
      FE 600                    1996-2000 END-1
      FE 650                    2000-2008 END-1
      FS 570                    2010-2011 END-1
      FS 650                    2002-2008 KTM-ZD
      TE 125                    2012-2014 END-1
      TE 250                    2011-2014 END-1
      TE 300                    2011-2014 END-1
    `,
  },
  {
    id: 31,
    displayName: 'Husqvarna',
    fullName: 'Husqvarna Motorcycles GmbH',
    otherDetails: 'Sweden, Italy and now Austria, founded 1903; off-road and road motorcycles.',
    lines: `
      701 Enduro                2016-2024 KTM-ZD
      701 Supermoto             2016-2024 KTM-ZD
      CR 125                    1990-2013 END-1
      FE 250                    2014- END-1
      FE 350                    2014- END-1
      FE 450                    2014- END-1
      FE 501                    2014- END-1
      Norden 901                2022- KTM-IMM
      Nuda 900                  2012-2013 BMW-EWS
      SM 125                    1998-2013 ZAD-EU
      SM 510                    2004-2010 ZAD-EU
      SM 610                    1999-2010 ZAD-EU
      Strada 650                2013 BMW-EWS
      Svartpilen 125            2021- KTM-IMM
      Svartpilen 401            2018- KTM-IMM
      Svartpilen 701            2018-2021 KTM-IMM
      Svartpilen 801            2024- KTM-IMM
      TC 610                    1990-2000 END-1
      TE 250                    2002- END-1
      TE 300                    2014- END-1
      TE 310                    2009-2013 END-1
      TE 410                    1994-2003 END-1
      TE 449                    2011-2013 END-1
      TE 450                    2002-2010 END-1
      TE 510                    2004-2010 END-1
      TE 570                    2001-2004 END-1
      TE 610                    1992-2010 ZAD-EU
      TE 630                    2010-2012 ZAD-EU
      TR 650 Terra              2012-2013 BMW-EWS
      Vitpilen 125              2022- KTM-IMM
      Vitpilen 401              2018- KTM-IMM
      Vitpilen 701              2018-2020 KTM-IMM
      Vitpilen 801              2024- KTM-IMM
      WR 125                    1990-2013 END-1
      WR 250                    1990-2013 END-1
      WR 300                    2008-2013 END-1
      WR 360                    1991-2003 END-1
    `,
  },
  {
    id: 32,
    displayName: 'Hyosung',
    fullName: 'KR Motors Co., Ltd. (Hyosung Motors until 2014)',
    otherDetails: 'South Korea (Changwon), founded 1978; motorcycles and scooters, begun with Suzuki licences.',
    lines: `
      Cruise 125                1994-2001 KOR-1
      Exceed 125                2003-2008 KOR-1
      EZ 100                    1997-2003 KOR-1
      GA 125 Cruise II          1998-2003 KOR-1
      GD 250N                   2014-2019 KOR-1
      GD 250R                   2014-2019 KOR-1
      GF 125                    1998-2006 KOR-1
      GT 125 Comet              2003-2016 KOR-1
      GT 125R                   2005-2016 KOR-1
      GT 250 Comet              2002-2016 KOR-1
      GT 250R                   2005-2019 KOR-1
      GT 650 Comet              2004-2016 KOR-1
      GT 650R                   2005-2017 KOR-1
      GV 125 Aquila             2000- KOR-1
      GV 125 Bobber             2017- CHN-1
      GV 250 Aquila             2001-2017 KOR-1
      GV 300 Bobber             2018- CHN-1
      GV 650 Aquila             2005-2017 KOR-1
      GV 700 Aquila             2009-2012 KOR-1
      Karion 125 RT             2001-2009 KOR-1
      MS3 125                   2006-2012 KOR-1
      MS3 250                   2006-2013 KOR-1
      Prima 50                  1999-2006 KOR-1
      Rally 50                  1999-2008 KOR-1
      Sense 50                  2001-2010 KOR-1
      ST7                       2010-2017 KOR-1
      Super Cab 50              1996-2006 KOR-1
      TE 450 Rapier             2006-2012 KOR-1
      XRX 125                   1999-2008 KOR-1
    `,
  },
  {
    id: 33,
    displayName: 'Indian',
    fullName: 'Indian Motorcycle Company',
    otherDetails:
      'United States, name of 1901, revived 1999 to 2003, 2008 and by Polaris in 2011; cruisers and tourers.',
    lines: `
      Challenger                2020- POL-KL
      Chief                     1999-2003 USC-TUB ; 2009-2013 POL-VIC ; 2022- POL-KL
      Chief Bobber              2022- POL-KL
      Chief Bomber              2009-2012 POL-VIC
      Chief Classic             2014-2018 POL-KL
      Chief Dark Horse          2016-2020 2022- POL-KL
      Chief Deluxe              2001-2003 USC-TUB
      Chief Roadmaster          2002-2003 USC-TUB ; 2009-2010 POL-VIC
      Chief Vintage             2010-2013 POL-VIC ; 2014-2020 POL-KL
      Chieftain                 2014- POL-KL
      FTR 1200                  2019- POL-KL
      FTR Rally                 2020-2022 POL-KL
      Pursuit                   2022- POL-KL
      Roadmaster                2015- POL-KL
      Scout                     2001-2003 USC-TUB ; 2015-2024 POL-VIC
      Scout 101                 2025- POL-KL
      Scout Bobber              2018-2024 POL-VIC
      Scout Rogue               2022-2024 POL-VIC
      Scout Sixty               2016-2021 POL-VIC
      Sport Chief               2023- POL-KL
      Sport Scout               2025- POL-KL
      Spirit                    2001-2003 USC-TUB
      Springfield               2016- POL-KL
      Super Chief               2022- POL-KL
      Super Scout               2025- POL-KL
    `,
  },
  {
    id: 34,
    displayName: 'Italjet',
    fullName: 'Italjet Moto S.r.l.',
    otherDetails: 'Italy (Bologna), founded 1959; scooters.',
    lines: `
      Bazooka 50                1992-1997 ZAD-EU
      Buccaneer 125             2016-2020 ZAD-EU
      Dragster 50               1998-2004 ZAD-EU
      Dragster 125              2020- ZAD-EU
      Dragster 180              1998-2004 ZAD-EU
      Dragster 200              2020- ZAD-EU
      Dragster 300              2024- ZAD-EU
      Dragster 559              2025- ZAD-EU
      Formula 50                1994-2003 ZAD-EU
      Formula 125               1995-2001 ZAD-EU
      Jet-Set 50                2000-2005 ZAD-EU
      Jet-Set 125               1999-2005 ZAD-EU
      Jupiter 125               2000-2005 ZAD-EU
      Millennium 100            1999-2003 ZAD-EU
      Millennium 125            1999-2003 ZAD-EU
      Torpedo 50                1999-2003 ZAD-EU
      Velocifero 50             1993-2001 ZAD-EU
    `,
  },
  {
    id: 35,
    displayName: 'Jawa',
    fullName: 'JAWA Moto spol. s r.o.',
    otherDetails: 'Czechia (Týnec nad Sázavou), founded 1929; motorcycles, in India by Classic Legends since 2018.',
    lines: `
      42                        2018- IND-1
      42 Bobber                 2022- IND-1
      42 FJ                     2024- IND-1
      125 Dandy                 1998-2006 EAS-1
      350 Classic               2003-2018 EAS-1
      350 OHC                   2017-2022 CHN-1
      350 Style                 1998-2010 EAS-1
      350 Twin 638              1990-1994 EAS-1
      350 Twin 639              1990-1994 EAS-1
      350 Twin 640              1991-2018 EAS-1
      500 R                     2002-2005 EAS-1
      650 Classic               2003-2012 EAS-1
      650 Dakar                 2007-2012 EAS-1
      650 Style                 2005-2012 EAS-1
      660 Sportard              2011-2018 EAS-1
      660 Vintage               2013-2020 EAS-1
      Babetta 210               1990-1997 EAS-1
      Jawa                      2018-2024 IND-1
      Perak                     2019- IND-1
      RVM 500                   2020-2023 CHN-2
    `,
  },
  {
    id: 36,
    displayName: 'Kawasaki',
    fullName: 'Kawasaki Motors, Ltd.',
    otherDetails: 'Japan (Akashi), motorcycles since 1954; sport, cruiser and off-road motorcycles, ATVs.',
    lines: `
      AR125                     1990-1994 KAW-1
      Balius 250                1991-2007 KAW-1
      BN125 Eliminator          1998-2009 KAW-1
      Brute Force 300           2012- KAW-ATV
      Brute Force 650           2005-2013 KAW-ATV
      Brute Force 750           2005- KAW-ATV
      Concours 14               2008-2022 KAW-KIPASS
      D-Tracker 125             2010-2016 KAW-2
      D-Tracker X               2008-2016 KAW-2
      EL250 Eliminator          1990-1997 KAW-1
      Eliminator 500            2023- KAW-2
      EN500 Vulcan              1990-2009 KAW-1
      ER-5                      1996-2006 KAW-1
      ER-6f                     2006-2016 KAW-2
      ER-6n                     2006-2016 KAW-2
      Estrella 250              1992-2017 KAW-1
      GPZ305                    1990-1994 KAW-1
      GPZ500S                   1990-2004 KAW-1
      GPZ900R                   1990-2003 KAW-1
      GPZ1100                   1995-1998 KAW-1
      GTR1000 Concours          1990-2006 KAW-1
      GTR1400                   2007-2017 KAW-KIPASS
      GT550                     1990-2001 KAW-1
      GT750                     1990-1996 KAW-1
      J125                      2016-2021 KAW-KIPASS
      J300                      2014-2021 KAW-2
      KE100                     1990-2001 KAW-ATV
      KFX250 Mojave             1990-2004 KAW-ATV
      KFX400                    2003-2006 SUZ-ATV
      KFX450R                   2008-2014 KAW-ATV
      KFX700                    2004-2009 KAW-ATV
      KLE500                    1991-2007 KAW-1 ; 2026- KAW-2
      KLF220 Bayou              1990-2002 KAW-ATV
      KLF250 Bayou              2003-2011 KAW-ATV
      KLF300 Bayou              1990-2004 KAW-ATV
      KLF400 Bayou              1993-1999 KAW-ATV
      KLR250                    1990-2005 KAW-1
      KLR600                    1990-1992 KAW-1
      KLR650                    1990-2007 KAW-1 ; 2008-2018 2022- KAW-2
      KLV1000                   2004-2006 SUZ-SAIS
      KLX110                    2002- KAW-ATV
      KLX125                    2010-2016 KAW-2
      KLX230                    2020- KAW-2
      KLX250                    1993-2008 KAW-1 ; 2009-2020 KAW-2
      KLX300                    2021- KAW-2
      KLX400                    2003-2005 SUZ-2
      KLX650                    1993-1996 KAW-1
      KMX125                    1990-2003 KAW-1
      KSR110                    2003-2013 KAW-ATV
      KVF300 Prairie            1999-2002 KAW-ATV
      KVF360 Prairie            2003-2013 KAW-ATV
      KVF400 Prairie            1997-2002 KAW-ATV
      KVF650 Prairie            2002-2004 KAW-ATV
      KVF700 Prairie            2004-2006 KAW-ATV
      Meguro K3                 2021-2024 KAW-2
      Ninja 125                 2019- KAW-2
      Ninja 250R                1990-2007 KAW-1 ; 2008-2012 KAW-2
      Ninja 300                 2013-2017 KAW-2
      Ninja 400                 2018-2024 KAW-2
      Ninja 500                 2024- KAW-2
      Ninja 500R                1994-2009 KAW-1
      Ninja 600R                1990-1997 KAW-1
      Ninja 650R                2006-2011 KAW-2
      Ninja 650                 2012- KAW-2
      Ninja 750R                1990-1991 KAW-1
      Ninja 1000                2010-2019 KAW-IMM
      Ninja 1000SX              2020-2024 KAW-IMM
      Ninja 1100SX              2025- KAW-IMM
      Ninja e-1                 2024- KAW-2
      Ninja H2                  2015-2023 KAW-IMM
      Ninja H2 SX               2018-2021 KAW-IMM ; 2022- KAW-KIPASS
      Ninja ZX-4R               2023- KAW-2
      Ninja ZX-6                1990-2000 KAW-1
      Ninja ZX-6R               1995-2006 KAW-1 ; 2007-2020 2024- KAW-IMM
      Ninja ZX-6RR              2003-2006 KAW-1
      Ninja ZX-7                1990-1995 KAW-1
      Ninja ZX-7R               1996-2003 KAW-1
      Ninja ZX-9R               1994-2003 KAW-1
      Ninja ZX-10               1990 KAW-1
      Ninja ZX-10R              2004-2005 KAW-2 ; 2006- KAW-IMM
      Ninja ZX-11               1990-2001 KAW-1
      Ninja ZX-12R              2000-2006 KAW-1
      Ninja ZX-14               2006-2011 KAW-IMM
      Ninja ZX-14R              2012-2025 KAW-IMM
      Ninja ZX-25R              2020- KAW-2
      Versys 650                2007- KAW-2
      Versys 1000               2012-2024 KAW-IMM
      Versys 1100               2025- KAW-IMM
      Versys-X 250              2017-2020 KAW-2
      Versys-X 300              2017- KAW-2
      VN750 Vulcan              1990-2006 KAW-1
      VN800 Vulcan              1995-2006 KAW-1
      VN800 Drifter             1999-2006 KAW-1
      VN900 Custom              2007-2020 KAW-2
      VN900 Vulcan Classic      2006-2021 KAW-2
      VN1500 Drifter            1999-2005 KAW-1
      VN1500 Mean Streak        2002-2003 KAW-1
      VN1500 Vulcan             1990-2008 KAW-1
      VN1500 Vulcan Nomad       1998-2004 KAW-1
      VN1600 Mean Streak        2004-2008 KAW-2
      VN1600 Vulcan             2003-2008 KAW-2
      VN1700 Vaquero            2011-2025 KAW-IMM
      VN1700 Vulcan Classic     2009-2014 KAW-IMM
      VN1700 Voyager            2009-2025 KAW-IMM
      VN2000 Vulcan             2004-2010 KAW-2
      Vulcan S                  2015- KAW-2
      W230                      2025- KAW-2
      W650                      1999-2007 KAW-1
      W800                      2011-2016 2019- KAW-2
      Z125                      2019- KAW-2
      Z125 Pro                  2016- KAW-2
      Z250                      2013-2020 KAW-2
      Z250SL                    2014-2018 KAW-2
      Z300                      2015-2017 KAW-2
      Z400                      2018-2024 KAW-2
      Z500                      2024- KAW-2
      Z650                      2017- KAW-2
      Z650RS                    2022- KAW-2
      Z750                      2004-2006 KAW-2 ; 2007-2012 KAW-IMM
      Z750S                     2005-2007 KAW-2
      Z800                      2013-2016 KAW-IMM
      Z900                      2017- KAW-IMM
      Z900RS                    2018- KAW-IMM
      Z1000                     2003-2006 KAW-2 ; 2007-2020 KAW-IMM
      Z1000SX                   2011-2019 KAW-IMM
      Z H2                      2020- KAW-IMM
      Zephyr 550                1990-1999 KAW-1
      Zephyr 750                1991-1999 KAW-1
      Zephyr 1100               1992-1997 KAW-1
      ZR-7                      1999-2005 KAW-1
      ZRX400                    1994-2008 KAW-1
      ZRX1100                   1997-2000 KAW-1
      ZRX1200                   2001-2008 KAW-1
      ZX-2R                     1990-2004 KAW-1
      ZXR400                    1990-2003 KAW-1
      ZXR750                    1990-1995 KAW-1
      ZZR250                    1990-2007 KAW-1
      ZZR400                    1990-2006 KAW-1
      ZZR600                    1990-2008 KAW-1
      ZZR1100                   1990-2001 KAW-1
      ZZR1200                   2002-2005 KAW-1
      ZZR1400                   2006-2020 KAW-IMM
    `,
  },
  {
    id: 37,
    displayName: 'Keeway',
    fullName: 'Keeway Motor, Qianjiang Group',
    otherDetails: 'China and Hungary, founded 1999; scooters and small motorcycles.',
    lines: `
      ARN 125                   2010-2015 CHN-1
      Cityblade 125             2014-2019 CHN-1
      F-Act 50                  2006-2016 CHN-1
      Flash 50                  2006-2012 CHN-1
      Focus 125                 2006-2010 CHN-1
      Hacker 125                2007-2012 CHN-1
      Hurricane 50              2005-2013 CHN-1
      K-Light 125               2016- CHN-1
      K-Light 202               2017-2023 CHN-1
      Logik 125                 2011-2018 CHN-1
      Matrix 50                 2006-2013 CHN-1
      Outlook 125               2007-2014 CHN-1
      Partner 110               2008-2014 CHN-1
      RKF 125                   2018- CHN-1
      RKR 165                   2014-2019 CHN-1
      RKS 125                   2013-2020 CHN-1
      RKV 125                   2010-2018 CHN-1
      RY6 50                    2008-2015 CHN-1
      RY8 50                    2006-2014 CHN-1
      Silverblade 125           2009-2015 CHN-1
      Speed 125                 2007-2012 CHN-1
      Superlight 125            2007-2022 CHN-1
      Swan 125                  2009-2014 CHN-1
      TX 50                     2008-2015 CHN-1
      V302C                     2021- CHN-2
      Vieste 300                2021- CHN-KL
      X-Ray 50                  2007-2016 CHN-1
      Zahara 125                2013-2018 CHN-1
    `,
  },
  {
    id: 38,
    displayName: 'KTM',
    fullName: 'KTM AG',
    otherDetails: 'Austria (Mattighofen), founded 1934; off-road and street motorcycles.',
    lines: `
      125 Duke                  2011-2016 KTM-ZD ; 2017- KTM-IMM
      125 EXC                   1994-2016 END-1
      125 LC2                   1996-1999 ZAD-EU
      125 Sting                 1997-1999 ZAD-EU
      200 Duke                  2012- KTM-ZD
      200 EXC                   1998-2016 END-1
      250 Adventure             2020- KTM-IMM
      250 Duke                  2015- KTM-IMM
      250 EXC                   1990- END-1
      250 EXC-F                 2001- END-1
      300 EXC                   1990- END-1
      350 EXC-F                 2012- END-1
      350 Freeride              2012-2017 END-1
      390 Adventure             2020- KTM-IMM
      390 Duke                  2013- KTM-IMM
      390 Enduro R              2025- KTM-IMM
      390 SMC R                 2025- KTM-IMM
      400 EXC                   1999-2011 END-1
      400 LC4                   1996-2001 ZAD-EU
      450 EXC                   2003- END-1
      450 SMR                   2004-2014 END-1
      500 EXC                   2012- END-1
      520 EXC                   2000-2002 END-1
      525 EXC                   2003-2007 END-1
      530 EXC                   2008-2011 END-1
      620 Duke                  1994-1998 ZAD-EU
      620 LC4                   1993-1999 ZAD-EU
      640 Adventure             1998-2007 KTM-ZD
      640 Duke II               1999-2006 KTM-ZD
      640 LC4                   1998-2007 KTM-ZD
      640 LC4 Supermoto         1999-2006 KTM-ZD
      660 SMC                   2003-2006 KTM-ZD
      690 Duke                  2008-2011 KTM-ZD ; 2012-2019 KTM-IMM
      690 Enduro R              2008-2018 KTM-ZD ; 2019- KTM-IMM
      690 SMC R                 2008-2017 KTM-ZD ; 2019- KTM-IMM
      690 Supermoto             2007-2010 KTM-ZD
      790 Adventure             2019-2020 2023- KTM-IMM
      790 Duke                  2018- KTM-IMM
      890 Adventure             2021- KTM-IMM
      890 Duke R                2020-2023 KTM-IMM
      890 SMT                   2023-2024 KTM-IMM
      950 Adventure             2003-2006 KTM-ZD
      950 Super Enduro R        2006-2009 KTM-ZD
      950 Supermoto             2005-2008 KTM-ZD
      990 Adventure             2006-2013 KTM-IMM
      990 Duke                  2024- KTM-IMM
      990 Super Duke            2005-2013 KTM-IMM
      990 Supermoto T           2009-2013 KTM-IMM
      1050 Adventure            2015-2016 KTM-IMM
      1090 Adventure            2017-2019 KTM-IMM
      1190 Adventure            2013-2016 KTM-IMM
      1190 RC8                  2008-2015 KTM-IMM
      1290 Super Adventure      2015-2016 KTM-IMM ; 2017-2024 KTM-RO
      1290 Super Duke GT        2016-2018 KTM-IMM ; 2019-2024 KTM-RO
      1290 Super Duke R         2014-2016 KTM-IMM ; 2017-2023 KTM-RO
      1390 Super Adventure S    2025- KTM-RO
      1390 Super Duke R         2024- KTM-RO
      RC 125                    2014- KTM-IMM
      RC 200                    2014- KTM-ZD
      RC 390                    2014- KTM-IMM
    `,
  },
  {
    id: 39,
    displayName: 'Kymco',
    fullName: 'Kwang Yang Motor Co., Ltd.',
    otherDetails: 'Taiwan (Kaohsiung), founded 1963; scooters, small motorcycles and ATVs.',
    lines: `
      Activ 125                 2000-2008 KYM-1
      Agility 50                2005- KYM-1
      Agility 125               2005- KYM-1
      Agility City 125          2008- KYM-1
      AK 550                    2017- CHN-KL
      Bet & Win 150             2000-2006 KYM-1
      CK1 125                   2013-2019 KYM-1
      Cobra 50                  1997-2004 KYM-1
      Compagno 110              2014-2018 KYM-1
      CV3 550                   2021- CHN-KL
      Dink 50                   1997-2006 KYM-1
      Dink 125                  1997-2012 KYM-1
      Downtown 125              2009-2021 KYM-1
      Downtown 300              2009-2016 KYM-1
      Downtown 350              2015- KYM-1
      DTX 360                   2021- CHN-KL
      Ego 250                   1999-2003 KYM-1
      Filly 50                  1998-2010 KYM-1
      Grand Dink 125            2001-2013 KYM-1
      Grand Dink 250            2001-2010 KYM-1
      Heroism 125               1996-2003 KYM-1
      Hipster 125               1999-2008 KYM-1
      K-Pipe 125                2013-2021 KYM-1
      K-XCT 125                 2012-2018 KYM-1
      K-XCT 300                 2012-2018 KYM-1
      KCR 125                   1999-2003 KYM-1
      Like 50                   2010- KYM-1
      Like 125                  2009- KYM-1
      Like 200                  2009-2021 KYM-1
      Maxxer 300                2004-2014 KYM-1
      Maxxer 450                2012-2020 KYM-1
      Mongoose 250              2002-2008 KYM-1
      Movie 125                 2000-2012 KYM-1
      MXU 250                   2004-2009 KYM-1
      MXU 300                   2005-2020 KYM-1
      MXU 450                   2012-2022 KYM-1
      MXU 500                   2005-2015 KYM-1
      MXU 700                   2013- KYM-1
      MyRoad 700                2011-2017 KYM-1
      People 50                 1999-2017 KYM-1
      People 125                1999-2005 KYM-1
      People GT 300             2010-2018 KYM-1
      People S 125              2005- KYM-1
      People S 250              2005-2009 KYM-1
      Pulsar 125                2001-2016 KYM-1
      Quannon 125               2007-2017 KYM-1
      Sento 50                  2007-2012 KYM-1
      Sniper 50                 1999-2003 KYM-1
      Spade 150                 2014-2020 KYM-1
      Stryker 125               1999-2008 KYM-1
      Super 8 50                2008- KYM-1
      Super 8 125               2008-2020 KYM-1
      Super 9 50                1999-2012 KYM-1
      Top Boy 50                1997-2006 KYM-1
      Venox 250                 2002-2012 KYM-1
      Vitality 50               2004-2012 KYM-1
      Xciting 250               2005-2012 KYM-1
      Xciting 300               2008-2012 KYM-1
      Xciting 400               2012- KYM-1
      Xciting 500               2005-2014 KYM-1
      Yager GT 125              2006-2012 KYM-1
      Yup 50                    2001-2006 KYM-1
      Zing 125                  1996-2008 KYM-1
      ZX 50                     1994-2003 KYM-1
    `,
  },
  {
    id: 40,
    displayName: 'Lambretta',
    fullName: 'Lambretta Motorcycles, Innocenti S.A.',
    otherDetails: 'Italian name of 1947, revived 2010 and 2017; scooters.',
    lines: `
      G350 Special              2023- CHN-KL
      LN 125                    2012-2016 SYM-1
      LN 151                    2012-2016 SYM-1
      Pato 50                   2010-2014 ZAD-EU
      Uno 50                    2009-2012 ZAD-EU
      V50 Special               2018-2023 SYM-1
      V125 Special              2018- SYM-1
      V200 Special              2018- SYM-1
      X125                      2024- CHN-KL
      X300                      2023- CHN-KL
    `,
  },
  {
    id: 41,
    displayName: 'Laverda',
    fullName: 'Moto Laverda S.p.A.',
    otherDetails: 'Italy (Breganze, later Zanè), 1949 to 2005; sport motorcycles.',
    lines: `
      600 Atlas                 1990-1992 ZAD-EU
      650 Formula               1993-1996 ZAD-EU
      650 Ghost                 1996-1998 ZAD-EU
      668 Diamante              1996-1999 ZAD-EU
      668 Ghost Strike          1996-1999 ZAD-EU
      750 Formula               1998-2001 ZAD-EU
      750 S                     1997-2000 ZAD-EU
      750 Strike                1998-2000 ZAD-EU
      Navarro 125               1990-1992 ZAD-EU
      Phoenix 150               2000-2003 ZAD-EU
      Quasar 180                2002-2004 ZAD-EU
    `,
  },
  {
    id: 42,
    displayName: 'Lifan',
    fullName: 'Lifan Technology (Group) Co., Ltd.',
    otherDetails: 'China (Chongqing), founded 1992; motorcycles, engines and cars.',
    lines: `
      KP 150                    2013- CHN-1
      KP 200                    2014- CHN-1
      KP 350                    2019- CHN-2
      KPM 200                   2016- CHN-1
      KPR 150                   2013- CHN-1
      KPR 200                   2015- CHN-1
      KPT 200                   2017- CHN-1
      KPV 150                   2019- CHN-KL
      KPX 250                   2020- CHN-2
      LF 125-14F                2003-2012 CHN-1
      LF 150-10B                2009-2020 CHN-1
      LF 200 GY-5               2005-2015 CHN-1
      LF 250-B                  2004-2019 CHN-1
      LF 400                    2005-2012 CHN-1
      SS3 150                   2018- CHN-1
      V16 250                   2015- CHN-1
      X-Pect 200                2017-2022 CHN-1
    `,
  },
  {
    id: 43,
    displayName: 'Malaguti',
    fullName: 'Malaguti Motorcycles, KSR Group GmbH',
    otherDetails: 'Italy (Bologna), 1930 to 2011, revived 2018; scooters and small motorcycles.',
    lines: `
      Blog 125                  2009-2011 PIA-1
      Centro 50                 1993-2011 PIA-1
      Ciak 50                   1999-2010 PIA-1
      Ciak 125                  1999-2010 PIA-1
      Crosser 50                1993-2002 ZAD-EU
      Drakon 50                 2004-2011 ZAD-EU
      Drakon 125                2019-2022 APR-IMM
      Dune 125                  2018-2023 APR-IMM
      F10 Jet Line 50           1993-2009 ZAD-EU
      F12 Phantom 50            1994-2011 ZAD-EU
      F15 Firefox 50            1996-2010 ZAD-EU
      F18 Warrior 125           2000-2007 ZAD-EU
      Fifty 50                  1990-1997 ZAD-EU
      Grizzly 50                2000-2008 ZAD-EU
      Madison 125               1999-2011 PIA-1
      Madison 250               1999-2007 PIA-1
      Madison 300               2019-2023 CHN-2
      Madison 400               2002-2008 PIA-1
      Mission 125               2018-2023 CHN-1
      Monte Pro 125             2018-2022 APR-IMM
      Password 250              2005-2009 PIA-1
      Phantom Max 200           2004-2010 PIA-1
      RST 125                   2019-2022 APR-IMM
      SpiderMax 500             2004-2011 PIA-IMM
      XSM 50                    2003-2011 ZAD-EU
      XTM 125                   2007-2011 ZAD-EU
      Yesterday 50              1997-2004 ZAD-EU
    `,
  },
  {
    id: 44,
    displayName: 'Mash',
    fullName: 'SIMA S.A.S., Mash Motors',
    otherDetails: 'France (Ruffey-lès-Beaune), founded 2012; retro motorcycles built in China.',
    lines: `
      Black Seven 125           2014- CHN-1
      Cafe Racer 125            2014-2022 CHN-1
      Cafe Racer 400            2016-2020 CHN-1
      City 125                  2014-2020 CHN-1
      Dirt Track 125            2017-2022 CHN-1
      Family Side 400           2016-2023 CHN-1
      Five Hundred 400          2014-2020 CHN-1
      Fifty 50                  2013-2020 CHN-1
      Roadstar 400              2014-2020 CHN-1
      Scrambler 125             2015- CHN-1
      Seventy Five 125          2012- CHN-1
      TT40 400                  2017-2021 CHN-1
      Two Fifty 250             2014-2020 CHN-1
      Von Dutch 400             2015-2018 CHN-1
      X-Ride 650                2020- CHN-2
    `,
  },
  {
    id: 45,
    displayName: 'Moto Guzzi',
    fullName: 'Moto Guzzi S.p.A., Piaggio & C. group',
    otherDetails: 'Italy (Mandello del Lario), founded 1921; transverse V-twins.',
    lines: `
      750 Strada                1993-1996 GUZ-1
      850 T5                    1990-1998 GUZ-1
      1000 SP III               1990-1993 GUZ-1
      1000 Strada               1992-1995 GUZ-1
      Audace 1400               2015-2021 APR-IMM
      Bellagio 940              2007-2014 APR-IMM
      Breva 750                 2003-2011 APR-1
      Breva 850                 2006-2010 APR-IMM
      Breva 1100                2005-2011 APR-IMM
      Breva 1200                2007-2012 APR-IMM
      California 1000 III       1990-1993 GUZ-1
      California 1100           1994-2001 GUZ-1
      California 1400           2012-2020 APR-IMM
      California EV             1997-2005 GUZ-1
      California Jackal         1999-2001 GUZ-1
      California Special        1998-2003 GUZ-1
      California Stone          2001-2005 GUZ-1
      California Vintage        2006-2012 APR-IMM
      Centauro V10              1997-2001 GUZ-1
      Daytona 1000              1991-1998 GUZ-1
      Eldorado 1400             2015-2021 APR-IMM
      Griso 850                 2006-2010 APR-IMM
      Griso 1100                2005-2009 APR-IMM
      Griso 1200 8V             2007-2016 APR-IMM
      Le Mans 1000              1990-1993 GUZ-1
      Mille GT                  1990-1993 GUZ-1
      MGX-21                    2016-2020 APR-IMM
      Nevada 350                1992-1999 GUZ-1
      Nevada 750                1991-2014 GUZ-1
      Norge 850                 2007-2010 APR-IMM
      Norge 1200                2006-2016 APR-IMM
      NTX 650                   1990-1995 GUZ-1
      Quota 1000                1992-1997 GUZ-1
      Quota 1100 ES             1998-2001 GUZ-1
      Sport 1100                1994-2000 GUZ-1
      Sport 1200                2006-2013 APR-IMM
      Stelvio                   2024- APR-IMM
      Stelvio 1200              2008-2016 APR-IMM
      V7                        2021- APR-IMM
      V7 Classic                2008-2012 APR-1
      V7 II                     2014-2016 APR-IMM
      V7 III                    2017-2020 APR-IMM
      V7 Racer                  2010-2014 APR-IMM
      V9 Bobber                 2016-2024 APR-IMM
      V9 Roamer                 2016-2022 APR-IMM
      V10 Centauro GT           1998-2001 GUZ-1
      V11 Le Mans               2001-2006 GUZ-1
      V11 Sport                 1999-2006 GUZ-1
      V35 Imola                 1990-1991 GUZ-1
      V65 Florida               1990-1994 GUZ-1
      V75 Targa                 1990-1993 GUZ-1
      V85 TT                    2019- APR-IMM
      V100 Mandello             2022- APR-IMM
    `,
  },
  {
    id: 46,
    displayName: 'MV Agusta',
    fullName: 'MV Agusta Motor S.p.A.',
    otherDetails: 'Italy (Varese), founded 1945, revived 1997; sport motorcycles.',
    lines: `
      Brutale 675               2012-2016 DUC-ZD
      Brutale 750               2003-2006 DUC-GT
      Brutale 800               2013- DUC-ZD
      Brutale 910               2005-2009 DUC-ZD
      Brutale 920               2011-2012 DUC-ZD
      Brutale 989 R             2007-2008 DUC-ZD
      Brutale 990 R             2009-2012 DUC-ZD
      Brutale 1000 RR           2020- DUC-ZD
      Brutale 1078 RR           2008-2010 DUC-ZD
      Brutale 1090              2010-2018 DUC-ZD
      Dragster 800              2014- DUC-ZD
      Enduro Veloce             2024- DUC-ZD
      F3 675                    2012-2020 DUC-ZD
      F3 800                    2013- DUC-ZD
      F4 750                    1999-2004 DUC-GT
      F4 1000                   2004-2018 DUC-ZD
      F4 312 R                  2007-2009 DUC-ZD
      Rivale 800                2013-2018 DUC-ZD
      Rush 1000                 2020-2023 DUC-ZD
      Stradale 800              2015-2017 DUC-ZD
      Superveloce 800           2020- DUC-ZD
      Superveloce 1000          2024- DUC-ZD
      Turismo Veloce 800        2014- DUC-ZD
    `,
  },
  {
    id: 47,
    displayName: 'MZ',
    fullName: 'Motorenwerke Zschopau GmbH (MuZ)',
    otherDetails: 'Germany (Zschopau), 1922 to 2012; singles, later the 1000 twin.',
    lines: `
      1000 S                    2003-2008 DUC-GT
      1000 SF                   2005-2008 DUC-GT
      1000 ST                   2005-2008 DUC-GT
      Baghira 660               1997-2005 ZAD-EU
      Charly                    1998-2008 EAS-1
      ETZ 125                   1990-1991 EAS-1
      ETZ 150                   1990-1991 EAS-1
      ETZ 251                   1990-1991 EAS-1
      ETZ 301                   1990-1993 EAS-1
      Mastiff 660               1997-2005 ZAD-EU
      Moskito 50                1998-2000 ZAD-EU
      RT 125                    2000-2008 ZAD-EU
      Saxon Fun 125             1993-1998 EAS-1
      Saxon Roadstar 500        1992-1996 EAS-1
      Saxon Tour 500            1992-1998 EAS-1
      Silver Star 500           1993-1998 EAS-1
      Skorpion Replica 660      1995-2001 ZAD-EU
      Skorpion Sport 660        1994-2004 ZAD-EU
      Skorpion Tour 660         1994-2004 ZAD-EU
      Skorpion Traveller 660    1995-2003 ZAD-EU
      SM 125                    2001-2008 ZAD-EU
      SX 125                    2001-2008 ZAD-EU
    `,
  },
  {
    id: 48,
    displayName: 'Norton',
    fullName: 'Norton Motorcycles (UK) Ltd.',
    otherDetails: 'United Kingdom, founded 1898, part of TVS since 2020; sport and retro twins.',
    lines: `
      Atlas Nomad               2018-2020 TRI-ZD
      Commander                 1990-1993 TRI-90
      Commando 961              2010-2020 2023- TRI-ZD
      Dominator 961             2014-2020 TRI-ZD
      F1                        1990-1992 TRI-90
      F1 Sport                  1991-1993 TRI-90
      V4 RR                     2017-2020 TRI-ZD
      V4 SV                     2022-2024 TRI-KL
      V4 CR                     2023-2024 TRI-KL
    `,
  },
  {
    id: 49,
    displayName: 'Peugeot',
    fullName: 'Peugeot Motocycles S.A.S.',
    otherDetails: 'France (Mandeure), founded 1898; scooters and mopeds.',
    lines: `
      103                       1990-2012 PEU-1
      Belville 125              2017-2022 PEU-1
      Blaster 50                2009-2014 PEU-1
      Buxy 50                   1992-1998 PEU-1
      Citystar 50               2011-2020 PEU-1
      Citystar 125              2011-2020 PEU-1
      Django 50                 2014- PEU-1
      Django 125                2014- PEU-1
      Elyseo 50                 1998-2003 PEU-1
      Elyseo 125                1998-2006 PEU-1
      Elystar 50                2002-2014 PEU-1
      Elystar 150               2002-2008 PEU-1
      Geopolis 125              2007-2014 PEU-1
      Geopolis 250              2006-2012 PEU-1
      Jet Force 50              2003-2014 PEU-1
      Jet Force 125             2003-2011 PEU-1
      Kisbee 50                 2010- PEU-1
      Looxor 50                 2001-2008 PEU-1
      Ludix 50                  2004-2020 PEU-1
      LXR 125                   2009-2014 SYM-1
      Metropolis 400            2013- CHN-KL
      PM-01 125                 2022- IND-1
      PM-01 300                 2022- IND-1
      Pulsion 125               2019- CHN-KL
      Satelis 125               2006-2018 PEU-1
      Satelis 250               2006-2012 PEU-1
      Satelis 500               2007-2012 PIA-IMM
      Speedfight 50             1996-2000 PEU-1
      Speedfight 2              2000-2009 PEU-1
      Speedfight 3              2009-2015 PEU-1
      Speedfight 4              2014-2023 PEU-1
      Squab 50                  1995-2002 PEU-1
      ST 50                     1990-1996 PEU-1
      Sum Up 125                2008-2013 SYM-1
      SV 50                     1991-2000 PEU-1
      SV 125                    1991-1998 PEU-1
      Trekker 50                1997-2009 PEU-1
      Tweet 125                 2010- SYM-1
      Tweet 50                  2010- SYM-1
      V-Clic 50                 2007-2014 CHN-1
      Vivacity 50               1999-2007 PEU-1
      Vivacity 3                2008-2018 PEU-1
      Vogue                     1990-2014 PEU-1
      XP6 50                    1997-2013 PEU-1
      XP400                     2023- CHN-KL
      XR6 50                    2002-2010 PEU-1
      XR7 50                    2008-2013 PEU-1
      Zenith 50                 1994-2000 PEU-1
    `,
  },
  {
    id: 50,
    displayName: 'PGO',
    fullName: 'Motive Power Industry Co., Ltd.',
    otherDetails: 'Taiwan (Changhua), founded 1964; scooters and ATVs.',
    lines: `
      Big Max 50                1995-2012 TWN-1
      Bugrider 250              2005-2012 TWN-1
      G-Max 50                  2004-2014 TWN-1
      G-Max 125                 2004-2014 TWN-1
      G-Max 200                 2005-2012 TWN-1
      Galaxy 50                 1991-1998 TWN-1
      Hot 50                    1997-2005 TWN-1
      Ligero 50                 2006-2016 TWN-1
      Libra 50                  2007-2016 TWN-1
      PMX 50                    1997-2012 TWN-1
      PMX Naked 50              2006-2014 TWN-1
      Rodoshow 50               1999-2008 TWN-1
      Star II 50                1993-2001 TWN-1
      Tigra 125                 2012-2020 TWN-1
      Tigra 200                 2014-2020 TWN-1
      X-Hot 150                 2006-2013 TWN-1
      X-Rider 150               2006-2012 TWN-1
    `,
  },
  {
    id: 51,
    displayName: 'Piaggio',
    fullName: 'Piaggio & C. S.p.A.',
    otherDetails:
      'Italy (Pontedera), founded 1884; scooters since 1946, also Vespa, Gilera, Derbi, Aprilia and Moto Guzzi.',
    lines: `
      1 Active                  2021- CHN-KL
      Beverly 125               2001-2020 PIA-IMM
      Beverly 200               2001-2005 PIA-IMM
      Beverly 250               2004-2010 PIA-IMM
      Beverly 300               2009- PIA-IMM
      Beverly 350               2011-2020 PIA-IMM
      Beverly 400               2020- CHN-KL
      Beverly 500               2002-2012 PIA-IMM
      BV 250                    2005-2010 PIA-IMM
      Carnaby 125               2007-2012 PIA-IMM
      Carnaby 250               2007-2010 PIA-IMM
      Ciao                      1990-2006 PIA-1
      Cosa 200                  1990-1995 PIA-1
      Diesis 100                2001-2004 PIA-1
      Fly 50                    2004-2018 PIA-1
      Fly 125                   2004-2018 PIA-1
      Free 50                   1992-2002 PIA-1
      Grillo                    1990-1995 PIA-1
      Hexagon 125               1994-2001 PIA-1
      Hexagon 180               1996-2001 PIA-1
      Hexagon GT 250            1998-2004 PIA-IMM
      Liberty 50                1997- PIA-1
      Liberty 125               1998-2003 PIA-1 ; 2004- PIA-IMM
      Liberty 150               1998-2003 PIA-1 ; 2004- PIA-IMM
      Medley 125                2016- PIA-IMM
      Medley 150                2016- PIA-IMM
      MP3 125                   2006-2013 PIA-IMM
      MP3 250                   2006-2012 PIA-IMM
      MP3 300                   2010- PIA-IMM
      MP3 400                   2007-2014 2021- PIA-IMM
      MP3 500                   2011-2022 PIA-IMM
      MP3 530                   2022- CHN-KL
      NRG 50                    1994-2020 PIA-1
      NTT 50                    1995-1998 PIA-1
      Quartz 50                 1992-1997 PIA-1
      Sfera 50                  1991-1998 PIA-1
      Sfera 125                 1995-1999 PIA-1
      Si                        1990-2001 PIA-1
      Skipper 125               1993-2000 PIA-1
      Skipper ST 125            2000-2004 PIA-IMM
      Super Hexagon 125         2001-2004 PIA-IMM
      Typhoon 50                1993-2020 PIA-1
      Typhoon 125               1995-2000 2010-2018 PIA-1
      X7 125                    2008-2012 PIA-IMM
      X8 125                    2004-2008 PIA-IMM
      X8 250                    2005-2008 PIA-IMM
      X9 125                    2000-2007 PIA-IMM
      X9 250                    2000-2007 PIA-IMM
      X9 500                    2001-2008 PIA-IMM
      X10 350                   2012-2016 PIA-IMM
      XEvo 250                  2007-2016 PIA-IMM
      Zip 50                    1992- PIA-1
      Zip 100                   2006-2020 PIA-1
    `,
  },
  {
    id: 52,
    displayName: 'Polaris',
    fullName: 'Polaris Inc.',
    otherDetails: 'United States (Medina, Minnesota), founded 1954; ATVs, side-by-sides, snowmobiles, Slingshot.',
    lines: `
      ACE 325                   2014-2016 POL-1
      ACE 500                   2017-2019 POL-1
      ACE 570                   2015-2019 POL-1
      Big Boss 350              1990-1994 POL-1
      General 1000              2016- POL-1
      Hawkeye 300               2006-2011 POL-1
      Magnum 325                2000-2003 POL-1
      Magnum 425                1995-1998 POL-1
      Outlaw 450                2008-2010 POL-1
      Outlaw 500                2006-2007 POL-1
      Outlaw 525                2007-2011 POL-1
      Predator 500              2003-2007 POL-1
      Ranger 500                1999-2017 POL-1
      Ranger 570                2014- POL-1
      Ranger 700                2005-2009 POL-1
      Ranger 800                2010-2017 POL-1
      Ranger 900                2013-2019 POL-1
      Ranger XP 1000            2017- POL-1
      RZR 570                   2012-2023 POL-1
      RZR 800                   2008-2014 POL-1
      RZR 900                   2011-2023 POL-1
      RZR XP 1000               2014- POL-1
      RZR XP Turbo              2016-2023 POL-1
      Scrambler 400             1995-2002 POL-1
      Scrambler 500             1997-2012 POL-1
      Scrambler 850             2013- POL-1
      Scrambler XP 1000         2014- POL-1
      Slingshot                 2015- POL-KL
      Sport 400                 1992-1999 POL-1
      Sportsman 335             1999-2000 POL-1
      Sportsman 400             1994-2014 POL-1
      Sportsman 450             2006-2007 2016- POL-1
      Sportsman 500             1996-2013 POL-1
      Sportsman 550             2009-2014 POL-1
      Sportsman 570             2014- POL-1
      Sportsman 600             2003-2005 POL-1
      Sportsman 700             2002-2008 POL-1
      Sportsman 800             2005-2014 POL-1
      Sportsman 850             2009- POL-1
      Sportsman XP 1000         2015- POL-1
      Trail Blazer 250          1990-2006 POL-1
      Trail Blazer 330          2008-2013 POL-1
      Trail Boss 250            1990-1999 POL-1
      Trail Boss 325            2000-2002 POL-1
      Trail Boss 330            2003-2013 POL-1
      Xpedition 425             2000-2002 POL-1
      Xplorer 300               1996-1999 POL-1
      Xplorer 400               1995-2002 POL-1
    `,
  },
  {
    id: 54,
    displayName: 'QJMotor',
    fullName: 'Zhejiang Qianjiang Motorcycle Co., Ltd.',
    otherDetails: 'China (Wenling), founded 1985, own name since 2020; motorcycles, also Benelli and Keeway.',
    lines: `
      ATR 125                   2023- CHN-KL
      Fort 125                  2022- CHN-KL
      Fort 350                  2022- CHN-KL
      MTX 125                   2023- CHN-KL
      SRK 125                   2022- CHN-2
      SRK 400                   2021- CHN-2
      SRK 600                   2020- CHN-2
      SRK 700                   2021- CHN-2
      SRK 900                   2023- CHN-2
      SRT 300                   2023- CHN-2
      SRT 500                   2021- CHN-2
      SRT 550                   2022- CHN-2
      SRT 700                   2022- CHN-2
      SRT 800                   2023- CHN-2
      SRV 125                   2022- CHN-1
      SRV 250                   2021- CHN-1
      SRV 300                   2022- CHN-1
      SRV 550                   2022- CHN-2
    `,
  },
  {
    id: 55,
    displayName: 'Rieju',
    fullName: 'RIEJU S.A.',
    otherDetails: 'Spain (Figueres), founded 1934; mopeds, small motorcycles and enduros.',
    lines: `
      Aventura 307              2023- ZAD-EU
      Blast 50                  2002-2006 PIA-1
      Century 125               2017-2023 ZAD-EU
      Drac 50                   1996-2003 PIA-1
      First 50                  1993-1999 PIA-1
      Marathon 125              2009-2023 ZAD-EU
      Matrix 50                 2001-2004 PIA-1
      MR 250 Racing             2020- END-1
      MR 300 Racing             2020- END-1
      MRT 50                    2009- ZAD-EU
      MRX 50                    1998-2008 PIA-1
      MRX 125                   2004-2009 ZAD-EU
      NKD 50                    2004-2010 ZAD-EU
      Pacific 50                2008-2013 ZAD-EU
      RR 50                     1994-2004 PIA-1
      RS1 50                    1996-2001 PIA-1
      RS2 50                    2002-2010 ZAD-EU
      RS2 125                   2006-2012 ZAD-EU
      RS3 50                    2010-2019 ZAD-EU
      RS3 125                   2010-2017 ZAD-EU
      SMX 50                    1999-2008 PIA-1
      Spike 50                  2001-2006 PIA-1
      Tango 50                  2007-2016 ZAD-EU
      Tango 125                 2007-2018 ZAD-EU
    `,
  },
  {
    id: 56,
    displayName: 'Royal Enfield',
    fullName: 'Royal Enfield, Eicher Motors Limited',
    otherDetails: 'India (Chennai), British name of 1901; singles and twins of 250 to 750 cc.',
    lines: `
      Bear 650                  2024- IND-1
      Bullet 350                1990- IND-1
      Bullet 500                1990-2020 IND-1
      Bullet Classic 500        2009-2020 IND-1
      Bullet Electra            2001-2020 IND-1
      Bullet Machismo           1999-2009 IND-1
      Classic 350               2009- IND-1
      Classic 650               2025- IND-1
      Continental GT 535        2013-2018 IND-1
      Continental GT 650        2018- IND-1
      Goan Classic 350          2024- IND-1
      Guerrilla 450             2024- IND-1
      Himalayan 411             2016-2023 IND-1
      Himalayan 450             2023- IND-1
      Hunter 350                2022- IND-1
      Interceptor 650           2018- IND-1
      Lightning 535             1997-2003 IND-1
      Meteor 350                2020- IND-1
      Scram 411                 2022-2024 IND-1
      Shotgun 650               2023- IND-1
      Super Meteor 650          2022- IND-1
      Thunderbird 350           2002-2020 IND-1
      Thunderbird 500           2012-2020 IND-1
      Thunderbird X             2018-2020 IND-1
    `,
  },
  {
    id: 57,
    displayName: 'Sherco',
    fullName: 'Sherco S.A.S.',
    otherDetails: 'France (Nîmes) and Spain, founded 1998; trials and enduro motorcycles.',
    lines: `
      City Corp 125             2010-2014 CHN-1
      HRD 50 SM-R               2011- END-1
      SE 50 R                   2011- END-1
      SE 125 R                  2018- END-1
      SE 250 R                  2014- END-1
      SE 300 R                  2014- END-1
      SE 4.5i                   2006-2011 END-1
      SEF 250                   2012- END-1
      SEF 300                   2012- END-1
      SEF 450                   2014- END-1
      ST 125                    2000- END-1
      ST 290                    2000-2015 END-1
      ST 300                    2010- END-1
      X-Ride 290                2010-2017 END-1
    `,
  },
  {
    id: 58,
    displayName: 'Suzuki',
    fullName: 'Suzuki Motor Corporation',
    otherDetails: 'Japan (Hamamatsu), motorcycles since 1952; sport, touring and off-road motorcycles, scooters, ATVs.',
    lines: `
      Address 50                1990-2015 SUZ-SC
      Address 110               1998-2004 2015-2022 SUZ-SC
      Address 125               2006-2010 2022- SUZ-SC
      AN125                     1995-2001 SUZ-SC
      AP50                      1994-2001 SUZ-SC
      Avenis 125                1998-2002 2022- SUZ-SC
      B-King 1340               2007-2012 SUZ-SAIS
      Bandit GSF250             1990-1998 SUZ-1
      Bandit GSF400             1990-1999 SUZ-1
      Bandit GSF600             1995-2004 SUZ-2
      Bandit GSF650             2005-2016 SUZ-2
      Bandit GSF1200            1996-2007 SUZ-2
      Bandit GSF1250            2007-2016 SUZ-SAIS
      Boulevard C50             2005- SUZ-2
      Boulevard C90             2005-2009 2013-2014 SUZ-2
      Boulevard C109R           2008-2011 SUZ-SAIS
      Boulevard M50             2005-2020 SUZ-2
      Boulevard M90             2009-2019 SUZ-2
      Boulevard M95             2005 SUZ-2
      Boulevard M109R           2006- SUZ-SAIS
      Boulevard S40             2005- SUZ-2
      Boulevard S50             2005-2009 SUZ-2
      Boulevard S83             2005-2009 SUZ-2
      Burgman 125               2002- SUZ-SC
      Burgman 150               2002-2014 SUZ-SC
      Burgman 200               2006- SUZ-SC
      Burgman 250               1998-2006 SUZ-SC
      Burgman 400               1998-2006 SUZ-SC ; 2007- SUZ-SAIS
      Burgman 650               2002-2018 SUZ-SAIS
      Burgman Street 125        2018- SUZ-SC
      Desperado VZ800           1996-2000 SUZ-2
      DR125                     1990-2013 SUZ-1
      DR250                     1990-2007 SUZ-1
      DR350                     1990-1999 SUZ-1
      DR500S                    1990 SUZ-1
      DR650                     1990-1995 SUZ-1
      DR650SE                   1996- SUZ-2
      DR750 Big                 1990 SUZ-1
      DR800 Big                 1990-1997 SUZ-1
      DR-Z400S                  2000-2024 SUZ-2
      DR-Z400SM                 2005-2024 SUZ-2
      DR-Z4S                    2025- SUZ-2
      DR-Z4SM                   2025- SUZ-2
      Eiger LT-F400             2002-2007 SUZ-ATV
      Freewind XF650            1997-2003 SUZ-2
      Gladius SFV650            2009-2016 SUZ-SAIS
      GN125                     1990-2001 SUZ-1
      GN250                     1990-1999 SUZ-1
      GS125                     1990-2000 SUZ-1
      GS500E                    1990-2000 SUZ-1 ; 2001-2003 SUZ-2
      GS500F                    2004-2011 SUZ-2
      GSR400                    2006-2012 SUZ-SAIS
      GSR600                    2006-2011 SUZ-SAIS
      GSR750                    2011-2016 SUZ-SAIS
      GSX125 Bandit             2019-2022 SUZ-2
      GSX250F Across            1990-1998 SUZ-1
      GSX250R                   2017- SUZ-2
      GSX400 Inazuma            1997-2003 SUZ-2
      GSX600F Katana            1990-2006 SUZ-1
      GSX650F                   2008-2016 SUZ-SAIS
      GSX750 Inazuma            1998-2003 SUZ-2
      GSX750F Katana            1990-2006 SUZ-1
      GSX1100F                  1990-1996 SUZ-1
      GSX1100G                  1991-1996 SUZ-1
      GSX1200 Inazuma           1998-2003 SUZ-2
      GSX1250FA                 2010-2016 SUZ-SAIS
      GSX1300R Hayabusa         1999-2007 SUZ-2 ; 2008- SUZ-SAIS
      GSX1400                   2001-2008 SUZ-2
      GSX-8R                    2024- SUZ-SAIS
      GSX-8S                    2023- SUZ-SAIS
      GSX-R125                  2017- SUZ-2
      GSX-R150                  2017- SUZ-2
      GSX-R250                  1990-1994 SUZ-1
      GSX-R400                  1990-1997 SUZ-1
      GSX-R600                  1992-1993 1997-2000 SUZ-1 ; 2001-2005 SUZ-2 ; 2006-2025 SUZ-SAIS
      GSX-R750                  1990-1999 SUZ-1 ; 2000-2005 SUZ-2 ; 2006-2025 SUZ-SAIS
      GSX-R1000                 2001-2004 SUZ-2 ; 2005- SUZ-SAIS
      GSX-R1100                 1990-1998 SUZ-1
      GSX-S125                  2017- SUZ-2
      GSX-S750                  2015-2021 SUZ-SAIS
      GSX-S1000                 2015- SUZ-SAIS
      GSX-S1000F                2015-2021 SUZ-SAIS
      GSX-S1000GT               2022- SUZ-SAIS
      GSX-S1000GX               2024- SUZ-SAIS
      GW250 Inazuma             2012-2018 SUZ-2
      GZ125 Marauder            1998-2011 SUZ-2
      GZ250 Marauder            1999-2010 SUZ-2
      Intruder VS750            1990-1991 SUZ-1
      Intruder VS800            1992-2004 SUZ-1
      Intruder VS1400           1990-2004 SUZ-1
      Intruder VL125            2000-2007 SUZ-2
      Intruder VL250            2000-2008 SUZ-2
      Intruder VL1500 LC        1998-2009 SUZ-2
      Intruder C800             2005-2015 SUZ-2
      Intruder M800             2005-2015 SUZ-2
      Intruder M1800R           2006-2017 SUZ-SAIS
      Katana 1000               2019- SUZ-SAIS
      Katana AY50               1998-2006 SUZ-SC
      King Quad 300             1991-2002 SUZ-ATV
      King Quad 400             2008- SUZ-ATV
      King Quad 450             2007-2010 SUZ-ATV
      King Quad 500             2009- SUZ-ATV
      King Quad 700             2005-2007 SUZ-ATV
      King Quad 750             2008- SUZ-ATV
      Let's 4                   2004-2015 SUZ-SC
      LS650 Savage              1990-2004 SUZ-1
      LT-A50                    2002-2005 SUZ-ATV
      LT-F250 Ozark             2002-2014 SUZ-ATV
      LT-F250 QuadRunner        1990-2001 SUZ-ATV
      LT-F300 King Quad         1999-2002 SUZ-ATV
      LT-F500 Vinson            2002-2007 SUZ-ATV
      LT-R450 QuadRacer         2006-2012 SUZ-ATV
      LT-Z250                   2004-2009 SUZ-ATV
      LT-Z400 QuadSport         2003-2014 SUZ-ATV
      Marauder VZ800            1997-2004 SUZ-2
      RF400                     1993-1999 SUZ-1
      RF600R                    1993-1997 SUZ-1
      RF900R                    1994-1999 SUZ-1
      RG125 Gamma               1990-1999 SUZ-1
      RGV250                    1990-1998 SUZ-1
      RMX50                     1996-2004 SUZ-SC
      RMX450Z                   2010-2019 SUZ-2
      RV125 VanVan              2003-2016 SUZ-2
      RV200 VanVan              2015-2020 SUZ-2
      Sixteen 125               2008-2014 SUZ-SC
      SV400                     1998-2009 SUZ-2
      SV650                     1999-2010 SUZ-2 ; 2016- SUZ-SAIS
      SV1000                    2003-2007 SUZ-2
      TL1000R                   1998-2003 SUZ-2
      TL1000S                   1997-2001 SUZ-2
      TS125R                    1990-1996 SUZ-1
      TU250X                    1994-2019 SUZ-2
      V-Strom 250               2017- SUZ-2
      V-Strom 250SX             2022- SUZ-2
      V-Strom 650               2004-2011 SUZ-2 ; 2012- SUZ-SAIS
      V-Strom 800DE             2023- SUZ-SAIS
      V-Strom 1000              2002-2012 SUZ-2 ; 2014-2019 SUZ-SAIS
      V-Strom 1050              2020- SUZ-SAIS
      Volusia VL800             2001-2004 SUZ-2
      VX800                     1990-1997 SUZ-1
      Zillion 50                1998-2003 SUZ-SC
    `,
  },
  {
    id: 59,
    displayName: 'SYM',
    fullName: 'Sanyang Motor Co., Ltd.',
    otherDetails: 'Taiwan (Hsinchu), founded 1954; scooters, small motorcycles and ATVs.',
    lines: `
      ADX 125                   2023- CHN-KL
      Allo 50                   2008-2015 SYM-1
      Attila 125                1998-2008 SYM-1
      CityCom 125               2009-2014 SYM-1
      CityCom 300               2007-2016 SYM-1
      Crox 50                   2014- SYM-1
      Crox 125                  2014- SYM-1
      Cruisym 125               2018- SYM-1
      Cruisym 300               2017- SYM-1
      DD 50                     1996-2006 SYM-1
      Euro MX 125               2003-2010 SYM-1
      Fancy 50                  1998-2004 SYM-1
      Fiddle II 50              2007-2018 SYM-1
      Fiddle II 125             2007-2018 SYM-1
      Fiddle III 125            2013-2020 SYM-1
      Fiddle IV 125             2021- SYM-1
      GTS 125                   2006-2013 SYM-1
      GTS 250                   2006-2010 SYM-1
      GTS 300                   2009-2014 SYM-1
      HD 125                    2003-2009 SYM-1
      HD 200                    2003-2012 SYM-1
      HD2 125                   2010-2016 SYM-1
      Husky 125                 1996-2006 SYM-1
      Husky 150                 1996-2003 SYM-1
      Jet 50                    1998-2007 SYM-1
      Jet 4 50                  2009- SYM-1
      Jet 14 125                2016- SYM-1
      Joyride 125               2001-2016 SYM-1
      Joyride 200               2004-2012 SYM-1
      Joymax 125                2005- SYM-1
      Joymax 250                2005-2013 SYM-1
      Joymax Z 300              2019- SYM-1
      Maxsym 400                2011- SYM-1
      Maxsym 600                2014-2018 SYM-1
      Maxsym TL 500             2019- CHN-KL
      Mio 50                    2005-2018 SYM-1
      Mio 100                   2005-2012 SYM-1
      NH T 125                  2019- SYM-1
      NH X 125                  2018- SYM-1
      Orbit 50                  2007- SYM-1
      Orbit 125                 2007-2018 SYM-1
      Quad Lander 250           2005-2012 SYM-1
      Quad Lander 300           2007-2015 SYM-1
      Red Devil 50              2000-2006 SYM-1
      Shark 50                  2002-2008 SYM-1
      Symba 100                 2009-2014 SYM-1
      Symphony 50               2009- SYM-1
      Symphony 125              2009- SYM-1
      Symphony ST 125           2016- SYM-1
      Tonik 125                 2014-2018 SYM-1
      VS 125                    2006-2012 SYM-1
      Wolf 125                  1990-2020 SYM-1
      Wolf SB 250 NI            2013-2019 SYM-1
      XS 125                    2006-2014 SYM-1
    `,
  },
  {
    id: 60,
    displayName: 'Titan',
    fullName: 'Titan Motorcycle Co. of America',
    otherDetails: 'United States (Phoenix, Arizona), founded 1994; custom V-twins.',
    lines: `
      Coyote                    1999-2000 USC-TUB
      Gecko Softail             1996-2000 USC-TUB
      Phoenix                   1998-2002 USC-TUB
      Roadrunner                1996-2002 USC-TUB
      Sidewinder                1997-2002 USC-TUB
    `,
  },
  {
    id: 61,
    displayName: 'TM Racing',
    fullName: 'TM Racing S.p.A.',
    otherDetails: 'Italy (Pesaro), founded 1976; competition off-road motorcycles.',
    lines: `
      EN 125                    1995- END-1
      EN 144                    2008- END-1
      EN 250                    1995- END-1
      EN 250 Fi                 2009- END-1
      EN 300                    2004- END-1
      EN 450 Fi                 2009- END-1
      EN 530 Fi                 2009-2020 END-1
      SMM 450 Black Dream       2008-2015 END-1
      SMR 125                   2004-2018 END-1
      SMR 450 Fi                2009- END-1
    `,
  },
  {
    id: 62,
    displayName: 'Triumph',
    fullName: 'Triumph Motorcycles Limited',
    otherDetails: 'United Kingdom (Hinckley), name of 1902, present company 1983; twins, triples and singles.',
    lines: `
      Adventurer 900            1996-2001 TRI-90
      America                   2002-2006 TRI-90 ; 2007-2016 TRI-ZD
      Bobber                    2017- TRI-ZD
      Bonneville 790            2001-2006 TRI-90
      Bonneville 865            2007-2016 TRI-ZD
      Bonneville SE             2009-2016 TRI-ZD
      Bonneville T100           2002-2006 TRI-90 ; 2007- TRI-ZD
      Bonneville T120           2016- TRI-ZD
      Daytona 600               2003-2004 TRI-90
      Daytona 650               2005 TRI-90
      Daytona 660               2024- TRI-ZD
      Daytona 675               2006-2017 TRI-ZD
      Daytona 750               1991-1993 TRI-90
      Daytona 900               1993-1997 TRI-90
      Daytona 955i              1999-2006 TRI-90
      Daytona 1000              1991-1993 TRI-90
      Daytona 1200              1993-1998 TRI-90
      Daytona T595              1997-1998 TRI-90
      Legend TT 900             1998-2001 TRI-90
      Rocket III                2004-2017 TRI-ZD
      Rocket III Roadster       2010-2017 TRI-ZD
      Rocket III Touring        2008-2017 TRI-ZD
      Rocket 3 GT               2020- TRI-KL
      Rocket 3 R                2020- TRI-KL
      Scrambler 400 X           2024- TRI-ZD
      Scrambler 865             2006-2016 TRI-ZD
      Scrambler 900             2023- TRI-ZD
      Scrambler 1200            2019- TRI-KL
      Speed 400                 2024- TRI-ZD
      Speed Four                2002-2006 TRI-90
      Speed Triple 750          1996 TRI-90
      Speed Triple 900          1994-1997 TRI-90
      Speed Triple 955i         1999-2004 TRI-90
      Speed Triple 1050         2005-2020 TRI-ZD
      Speed Triple 1200 RR      2022- TRI-KL
      Speed Triple 1200 RS      2021- TRI-KL
      Speed Triple T509         1997-1998 TRI-90
      Speed Twin 900            2023- TRI-ZD
      Speed Twin 1200           2019- TRI-ZD
      Speedmaster               2003-2006 TRI-90 ; 2007-2016 2018- TRI-ZD
      Sprint 900                1993-1998 TRI-90
      Sprint Executive          1998 TRI-90
      Sprint GT 1050            2010-2018 TRI-ZD
      Sprint RS 955i            1999-2004 TRI-90
      Sprint ST 955i            1999-2004 TRI-90
      Sprint ST 1050            2005-2010 TRI-ZD
      Street Cup                2017-2018 TRI-ZD
      Street Scrambler          2017-2022 TRI-ZD
      Street Triple 660         2014-2019 TRI-ZD
      Street Triple 675         2007-2016 TRI-ZD
      Street Triple 765         2017- TRI-ZD
      Street Triple R           2008-2016 TRI-ZD
      Street Twin               2016-2022 TRI-ZD
      Super III                 1994-1996 TRI-90
      Thruxton 865              2004-2006 TRI-90 ; 2007-2016 TRI-ZD
      Thruxton 1200             2016-2020 TRI-ZD
      Thruxton RS               2020-2025 TRI-ZD
      Thunderbird 900           1995-2003 TRI-90
      Thunderbird 1600          2009-2017 TRI-ZD
      Thunderbird Commander     2014-2017 TRI-ZD
      Thunderbird LT            2014-2017 TRI-ZD
      Thunderbird Sport         1998-2004 TRI-90
      Thunderbird Storm         2011-2017 TRI-ZD
      Tiger 660 Sport           2022- TRI-ZD
      Tiger 800                 2011-2020 TRI-ZD
      Tiger 800 XC              2011-2020 TRI-ZD
      Tiger 850 Sport           2021- TRI-ZD
      Tiger 885                 1993-1998 TRI-90
      Tiger 885i                1999-2000 TRI-90
      Tiger 900                 2020- TRI-KL
      Tiger 955i                2001-2006 TRI-90
      Tiger 1050                2007-2013 TRI-ZD
      Tiger 1200                2018-2021 TRI-KL
      Tiger 1200 GT             2022- TRI-KL
      Tiger Explorer 1200       2012-2017 TRI-ZD
      Tiger Sport 800           2025- TRI-ZD
      Tiger Sport 1050          2013-2020 TRI-ZD
      Trident 660               2021- TRI-ZD
      Trident 750               1991-1998 TRI-90
      Trident 900               1991-1998 TRI-90
      Trophy 900                1991-2001 TRI-90
      Trophy 1200               1991-2004 TRI-90
      Trophy SE                 2012-2017 TRI-ZD
      TT600                     2000-2003 TRI-90
    `,
  },
  {
    id: 63,
    displayName: 'TVS',
    fullName: 'TVS Motor Company Limited',
    otherDetails: 'India (Hosur), founded 1978; motorcycles, scooters and mopeds, partner of BMW.',
    lines: `
      Apache 150                2006-2008 IND-1
      Apache RR 310             2017- IND-1
      Apache RTR 160            2007- IND-1
      Apache RTR 180            2009- IND-1
      Apache RTR 200 4V         2016- IND-1
      Apache RTR 310            2023- IND-1
      Fiero                     2000-2007 IND-1
      iQube                     2020- CHN-KL
      Jupiter 110               2013- IND-1
      Jupiter 125               2021- IND-1
      Max 100                   1996-2006 IND-1
      Ntorq 125                 2018- IND-1
      Phoenix 125               2012-2017 IND-1
      Radeon 110                2018- IND-1
      Raider 125                2021- IND-1
      Ronin 225                 2022- IND-1
      Scooty Pep                2003- IND-1
      Scooty Zest               2014- IND-1
      Sport 100                 2007- IND-1
      Star City                 2005- IND-1
      Victor                    2001-2007 2016-2020 IND-1
      Wego 110                  2009-2020 IND-1
      XL 100                    2015- IND-1
      XL Super                  1990-2016 IND-1
    `,
  },
  {
    id: 64,
    displayName: 'Ural',
    fullName: 'IMZ-Ural Group, Inc.',
    otherDetails: 'Russia (Irbit), founded 1941, assembled in Kazakhstan since 2022; sidecar motorcycles.',
    lines: `
      cT                        2014-2019 EAS-1
      Gear Up                   1997- EAS-1
      M70                       2012-2016 EAS-1
      Patrol                    1999-2017 EAS-1
      Ranger                    2013-2018 EAS-1
      Retro                     2003-2014 EAS-1
      Sahara                    2003 2012 EAS-1
      Solo 650                  1990-2002 EAS-1
      Solo sT                   2007-2015 EAS-1
      Sportsman 650             1994-2000 EAS-1
      T                         2009-2013 EAS-1
      Tourist 650               1990-2002 EAS-1
      Tourist 750               2002-2014 EAS-1
      Wolf                      1999-2008 EAS-1
    `,
  },
  {
    id: 65,
    displayName: 'Vespa',
    fullName: 'Vespa, Piaggio & C. S.p.A.',
    otherDetails: 'Italy (Pontedera), since 1946; steel-bodied scooters.',
    lines: `
      946                       2013- PIA-IMM
      Cosa 125                  1990-1997 PIA-1
      Elettrica                 2018- PIA-IMM
      ET2 50                    1996-2005 PIA-1
      ET4 50                    2000-2005 PIA-IMM
      ET4 125                   1996-1998 PIA-1 ; 1999-2005 PIA-IMM
      ET4 150                   1999-2005 PIA-IMM
      GT 60                     2006 PIA-IMM
      GT 125                    2003-2007 PIA-IMM
      GT 200                    2003-2007 PIA-IMM
      GTS 125                   2007- PIA-IMM
      GTS 150                   2016-2020 PIA-IMM
      GTS 250                   2005-2012 PIA-IMM
      GTS 300                   2008-2022 PIA-IMM
      GTS 300 HPE               2019- PIA-IMM
      GTV 250                   2006-2010 PIA-IMM
      GTV 300                   2010-2013 2022- PIA-IMM
      LX 50                     2005-2014 PIA-1
      LX 125                    2005-2014 PIA-IMM
      LX 150                    2005-2014 PIA-IMM
      LXV 50                    2006-2013 PIA-1
      LXV 125                   2006-2013 PIA-IMM
      PK 50 XL2                 1990-1999 PIA-1
      PK 125 XL2                1990-1995 PIA-1
      Primavera 50              2013- PIA-1
      Primavera 125             2013- PIA-IMM
      Primavera 150             2013- PIA-IMM
      PX 125                    1990-2008 2011-2017 PIA-1
      PX 150                    1990-2008 2011-2017 PIA-1
      PX 200                    1990-2004 PIA-1
      S 50                      2007-2014 PIA-1
      S 125                     2007-2014 PIA-IMM
      S 150                     2007-2014 PIA-IMM
      Sei Giorni 300            2017-2023 PIA-IMM
      Sprint 50                 2014- PIA-1
      Sprint 125                2014- PIA-IMM
      Sprint 150                2014- PIA-IMM
      SXL 150                   2015- PIA-1
      VXL 125                   2015- PIA-1
    `,
  },
  {
    id: 66,
    displayName: 'Victory',
    fullName: 'Victory Motorcycles, Polaris Industries Inc.',
    otherDetails: 'United States (Spirit Lake, Iowa), 1997 to 2017; cruisers and tourers.',
    lines: `
      Arlen Ness Vision         2009-2013 POL-VIC
      Boardwalk                 2013-2015 POL-VIC
      Cross Country             2010-2017 POL-VIC
      Cross Country Tour        2012-2016 POL-VIC
      Cross Roads               2010-2014 POL-VIC
      Empulse TT                2016 POL-VIC
      Gunner                    2014-2017 POL-VIC
      Hammer                    2005-2013 POL-VIC
      Hammer 8-Ball             2010-2017 POL-VIC
      Hard-Ball                 2012-2014 POL-VIC
      High-Ball                 2012-2017 POL-VIC
      Judge                     2013-2016 POL-VIC
      Jackpot                   2006-2014 POL-VIC
      Kingpin                   2004-2012 POL-VIC
      Magnum                    2015-2017 POL-VIC
      Octane                    2016-2017 POL-VIC
      SportCruiser V92SC        1999-2001 POL-VIC
      Touring Cruiser V92TC     2002-2006 POL-VIC
      V92C                      1998-2003 POL-VIC
      Vegas                     2003-2017 POL-VIC
      Vegas 8-Ball              2005-2017 POL-VIC
      Vegas Low                 2008-2010 POL-VIC
      Vision                    2008-2017 POL-VIC
    `,
  },
  {
    id: 67,
    displayName: 'Voge',
    fullName: 'Loncin Motor Co., Ltd., VOGE',
    otherDetails: 'China (Chongqing), Loncin’s own name since 2018; middle-weight motorcycles and scooters.',
    lines: `
      125R                      2022- CHN-2
      300 Rally                 2022- CHN-2
      300AC                     2020- CHN-2
      300DS                     2019- CHN-2
      300R                      2018-2022 CHN-2
      500AC                     2020-2023 CHN-2
      500DS                     2019-2022 CHN-2
      500R                      2018-2022 CHN-2
      525ACX                    2022- CHN-2
      525DSX                    2022- CHN-2
      525R                      2023- CHN-2
      625DSX                    2024- CHN-KL
      650DS                     2019-2022 CHN-2
      900DSX                    2023- CHN-KL
      SR1 125                   2021- CHN-KL
      SR3 250                   2024- CHN-KL
      SR4 Max 350               2022- CHN-KL
    `,
  },
  {
    id: 68,
    displayName: 'Yamaha',
    fullName: 'Yamaha Motor Co., Ltd.',
    otherDetails: 'Japan (Iwata), founded 1955; motorcycles, scooters and ATVs.',
    lines: `
      Aerox 50                  1997-2018 YAM-SC
      Aerox 155                 2017- YAM-SC
      Aprio 50                  1993-2001 YAM-SC
      Axis 50                   1990-2001 YAM-SC
      BeeWee BW's 50            1990-2018 YAM-SC
      BeeWee BW's 125           2009-2018 YAM-SC
      Bolt XV950                2014- YAM-IMM
      BT1100 Bulldog            2001-2007 YAM-2
      Cygnus 125                1995-2014 YAM-SC
      Delight 125               2017- YAM-SC
      Diversion XJ600           1992-2003 YAM-1
      Diversion XJ900           1994-2003 YAM-1
      Diversion XJ6             2009-2016 YAM-IMM
      DT50                      1990-2012 YAM-1
      DT125R                    1990-2006 YAM-1
      FJ1200                    1990-1996 YAM-1
      FJ-09                     2015-2017 YAM-IMM
      FJR1300                   2001-2005 YAM-2 ; 2006-2025 YAM-IMM
      FZ-07                     2015-2017 YAM-IMM
      FZ-09                     2014-2017 YAM-IMM
      FZ-10                     2017 YAM-IMM
      FZ1 Fazer                 2001-2005 YAM-2 ; 2006-2015 YAM-IMM
      FZ6                       2004-2009 YAM-IMM
      FZ6R                      2009-2017 YAM-2
      FZ8                       2010-2015 YAM-IMM
      FZR250                    1990-1994 YAM-1
      FZR400                    1990-1997 YAM-1
      FZR600                    1990-1999 YAM-1
      FZR750R                   1990-1992 YAM-1
      FZR1000                   1990-1995 YAM-1
      FZS600 Fazer              1998-2003 YAM-2
      FZS1000 Fazer             2001-2005 YAM-2
      FZX750                    1990-1998 YAM-1
      Giggle 50                 2007-2012 YAM-SC
      Grizzly 125               2004-2013 YAM-ATV
      Grizzly 350               2007-2014 YAM-ATV
      Grizzly 450               2007-2014 YAM-ATV
      Grizzly 550               2009-2014 YAM-ATV
      Grizzly 600               1998-2001 YAM-ATV
      Grizzly 660               2002-2008 YAM-ATV
      Grizzly 700               2007- YAM-ATV
      GTS1000                   1993-1999 YAM-1
      Jog 50                    1990-2016 YAM-SC
      Kodiak 400                1993-2006 YAM-ATV
      Kodiak 450                2003-2006 2018- YAM-ATV
      Kodiak 700                2016- YAM-ATV
      Majesty 125               1998-2011 YAM-SC
      Majesty 250               1996-2008 YAM-SC
      Majesty 400               2004-2014 YAM-IMM
      Morphous CP250            2006-2008 YAM-SC
      MT-01                     2005-2012 YAM-IMM
      MT-03                     2006-2014 2016- YAM-2
      MT-07                     2014- YAM-IMM
      MT-09                     2013- YAM-IMM
      MT-10                     2016- YAM-IMM
      MT-125                    2014- YAM-2
      MT-15                     2019- YAM-2
      Neo's 50                  1997-2020 YAM-SC
      NIKEN                     2018- YAM-IMM
      NMAX 125                  2015-2020 YAM-SC ; 2021- YAM-SMART
      NMAX 155                  2015-2020 YAM-SC ; 2021- YAM-SMART
      PW50                      1990- YAM-ATV
      Raider XV1900             2008-2017 YAM-IMM
      Raptor 125                2011-2013 YAM-ATV
      Raptor 250                2008-2013 YAM-ATV
      Raptor 350                2004-2013 YAM-ATV
      Raptor 660R               2001-2005 YAM-ATV
      Raptor 700R               2006- YAM-ATV
      RayZR 125                 2020- YAM-SC
      Rhino 660                 2004-2007 YAM-ATV
      Rhino 700                 2008-2013 YAM-ATV
      Riva XC125                1990-2001 YAM-SC
      Roadliner XV1900          2006-2014 YAM-IMM
      Royal Star XVZ1300        1996-2013 YAM-2
      SCR950                    2017-2019 YAM-IMM
      Scorpio 225               2002-2014 YAM-1
      Slider 50                 1999-2014 YAM-SC
      SR125                     1990-2003 YAM-1
      SR400                     1990-2021 YAM-1
      SR500                     1990-1999 YAM-1
      SRX400                    1990-1997 YAM-1
      SRX600                    1990-1997 YAM-1
      Stryker XVS1300           2011-2017 YAM-IMM
      Super Tenere XTZ750       1990-1998 YAM-1
      Super Tenere XT1200Z      2010-2023 YAM-IMM
      SZR660                    1995-2001 YAM-1
      T-Max 500                 2001-2007 YAM-2 ; 2008-2011 YAM-IMM
      T-Max 530                 2012-2016 YAM-IMM ; 2017-2019 YAM-SMART
      T-Max 560                 2020- YAM-SMART
      TDM850                    1991-2001 YAM-1
      TDM900                    2002-2010 YAM-2
      TDR125                    1993-2003 YAM-1
      TDR250                    1990-1992 YAM-1
      Tenere 700                2019- YAM-2
      Tracer 700                2016-2024 YAM-IMM
      Tracer 900                2015-2024 YAM-IMM
      Tricity 125               2014- YAM-SC
      Tricity 300               2020- YAM-SMART
      TRX850                    1995-2000 YAM-1
      TT600                     1990-2003 YAM-1
      TT-R125                   2000- YAM-1
      TT-R230                   2005- YAM-1
      TT-R250                   1993-2006 YAM-1
      TW125                     1999-2007 YAM-1
      TW200                     1990- YAM-1
      TZR125                    1990-1997 YAM-1
      TZR250                    1990-1995 YAM-1
      TZR50                     1996-2012 YAM-1
      V-Max 1200                1990-2007 YAM-1
      V-Max 1700                2009-2020 YAM-IMM
      V-Star XVS250             2008- YAM-2
      V-Star XVS650             1998-2016 YAM-2
      V-Star XVS950             2009-2017 YAM-2
      V-Star XVS1100            1999-2009 YAM-2
      V-Star XVS1300            2007-2017 YAM-IMM
      Vino 50                   2001-2018 YAM-SC
      Vino 125                  2004-2010 YAM-SC
      Virago XV125              1997-2001 YAM-1
      Virago XV250              1990-2007 YAM-1
      Virago XV535              1990-2003 YAM-1
      Virago XV750              1990-1998 YAM-1
      Virago XV1100             1990-1999 YAM-1
      Versity 300               2003-2006 YAM-SC
      Warrior 350               1990-2004 YAM-ATV
      Warrior XV1700            2002-2010 YAM-2
      Wild Star XV1600          1999-2004 YAM-2
      Wolverine 350             1995-2005 YAM-ATV
      Wolverine 450             2006-2010 YAM-ATV
      WR125R                    2009-2016 YAM-2
      WR250F                    2001- YAM-1
      WR250R                    2008-2020 YAM-2
      WR450F                    2003- YAM-1
      X-City 125                2008-2016 YAM-IMM
      X-City 250                2007-2016 YAM-IMM
      X-Max 125                 2006-2017 YAM-IMM ; 2018- YAM-SMART
      X-Max 250                 2005-2017 YAM-IMM
      X-Max 300                 2017- YAM-SMART
      X-Max 400                 2013-2020 YAM-SMART
      Xenter 125                2012-2018 YAM-SC
      XJ900                     1990-1994 YAM-1
      XJR400                    1993-2008 YAM-1
      XJR1200                   1995-1998 YAM-1
      XJR1300                   1999-2003 YAM-2 ; 2004-2016 YAM-IMM
      XSR125                    2021- YAM-2
      XSR700                    2016- YAM-IMM
      XSR900                    2016- YAM-IMM
      XT125R                    2005-2010 YAM-2
      XT225 Serow               1990-2007 YAM-1
      XT250                     2008- YAM-2
      XT350                     1990-2000 YAM-1
      XT500E                    1990-2003 YAM-1
      XT600                     1990-2003 YAM-1
      XT660R                    2004-2016 YAM-IMM
      XT660X                    2004-2016 YAM-IMM
      XT660Z Tenere             2008-2016 YAM-IMM
      XTZ660 Tenere             1991-1999 YAM-1
      YBR125                    2005-2017 YAM-2
      YBR250                    2007-2013 YAM-2
      YFM250 Bear Tracker       1999-2004 YAM-ATV
      YFM350 Big Bear           1990-1999 YAM-ATV
      YFM350 Moto-4             1990-1995 YAM-ATV
      YFM400 Big Bear           2000-2012 YAM-ATV
      YFS200 Blaster            1990-2006 YAM-ATV
      YFZ350 Banshee            1990-2006 YAM-ATV
      YFZ450                    2004-2013 YAM-ATV
      YFZ450R                   2009- YAM-ATV
      YP400 Grandmajesty        2004-2013 YAM-IMM
      YXZ1000R                  2016- YAM-ATV
      YZF-R1                    1998-2003 YAM-2 ; 2004- YAM-IMM
      YZF-R125                  2008- YAM-2
      YZF-R15                   2008- YAM-2
      YZF-R25                   2014- YAM-2
      YZF-R3                    2015- YAM-2
      YZF-R6                    1999-2002 YAM-2 ; 2003-2020 YAM-IMM
      YZF-R7                    1999-2000 YAM-2 ; 2021- YAM-IMM
      YZF-R9                    2025- YAM-IMM
      YZF600R Thundercat        1996-2007 YAM-2
      YZF750R                   1993-1998 YAM-1
      YZF1000R Thunderace       1996-2005 YAM-2
      Zuma 50                   1990-2011 YAM-SC
      Zuma 125                  2009- YAM-SC
    `,
  },
  {
    id: 69,
    displayName: 'Zero',
    fullName: 'Zero Motorcycles, Inc.',
    otherDetails: 'United States (Scotts Valley, California), founded 2006; electric motorcycles.',
    lines: `
      DS                        2010-2023 KTM-ZD
      DSR                       2016-2023 KTM-ZD
      DSR/X                     2023- KTM-ZD
      FX                        2013-2023 KTM-ZD
      FXE                       2022- KTM-ZD
      FXS                       2016-2021 KTM-ZD
      MX                        2009-2013 KTM-ZD
      S                         2009-2023 KTM-ZD
      SR                        2014-2023 KTM-ZD
      SR/F                      2019- KTM-ZD
      SR/S                      2020- KTM-ZD
      XU                        2011-2013 KTM-ZD
    `,
  },
  {
    id: 70,
    displayName: 'Zontes',
    fullName: 'Guangdong Tayo Motorcycle Technology Co., Ltd.',
    otherDetails: 'China (Jiangmen), founded 2003; keyless motorcycles and scooters.',
    lines: `
      125 U                     2020- CHN-KL
      310 M                     2020-2023 CHN-KL
      310 R                     2018-2022 CHN-KL
      310 T                     2018-2022 CHN-KL
      310 V                     2019-2022 CHN-KL
      310 X                     2018-2022 CHN-KL
      350 D                     2022- CHN-KL
      350 E                     2022- CHN-KL
      350 R                     2022- CHN-KL
      350 T                     2022- CHN-KL
      350 V                     2022- CHN-KL
      368 G                     2024- CHN-KL
      368 D                     2024- CHN-KL
      703 F                     2023- CHN-KL
      Monster 125               2009-2015 CHN-1
      Panther 125               2009-2016 CHN-1
      S250                      2012-2016 CHN-1
      ZT 125-8A                 2018-2022 CHN-KL
    `,
  },
];
