module bramah

go 1.25
